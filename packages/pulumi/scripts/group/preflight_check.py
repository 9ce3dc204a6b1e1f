"""One check: what was looked at, what was seen, and what to do about it."""
from dataclasses import dataclass


@dataclass
class Check:
    verdict: str  # ok, warn or fail
    name: str
    seen: str
    todo: str = ""

    def line(self):
        return f"{self.verdict:4}  {self.name:13}  {self.seen}" + (f"  → {self.todo}" if self.todo else "")


def ok(name, seen):
    return Check("ok", name, seen)


def warn(name, seen, todo):
    return Check("warn", name, seen, todo)


def fail(name, seen, todo):
    return Check("fail", name, seen, todo)
