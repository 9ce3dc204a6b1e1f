"""What AWS's service models say about a request and botocore does not look at: enums, upper bounds and patterns."""

import regex


def breaches(value, shape, path=""):
    """Yields (path, message) for each value that the model rules out. Types and required members are botocore's."""
    kind = shape.type_name
    if kind == "structure" and isinstance(value, dict):
        for name, inner in value.items():
            if name in shape.members:
                yield from breaches(inner, shape.members[name], f"{path}.{name}" if path else name)
    elif kind == "list" and isinstance(value, list):
        yield from size(len(value), shape, path, "entries")
        for index, inner in enumerate(value):
            yield from breaches(inner, shape.member, f"{path}[{index}]")
    elif kind == "map" and isinstance(value, dict):
        yield from size(len(value), shape, path, "entries")
        for key, inner in value.items():
            yield from breaches(key, shape.key, f"{path} (key {key})")
            yield from breaches(inner, shape.value, f"{path}.{key}")
    elif kind == "string" and isinstance(value, str):
        yield from text(value, shape, path)
    elif kind in ("integer", "long", "float", "double") and isinstance(value, (int, float)):
        yield from size(value, shape, path, "")


def text(value, shape, path):
    enum = getattr(shape, "enum", None)
    if enum and value not in enum:
        allowed = ", ".join(enum) if len(enum) < 30 else f"{len(enum)} values, see the service model"
        yield path, f'"{value}" is none of {allowed}'
    yield from size(len(value), shape, path, "characters")
    pattern = shape.metadata.get("pattern")
    # the models write patterns of Java, which `regex` reads and `re` does not; without anchors they mean the whole text
    if pattern and not regex.fullmatch(pattern, value):
        yield path, f'"{value}" does not match {pattern}'


def size(number, shape, path, unit):
    low, high = shape.metadata.get("min"), shape.metadata.get("max")
    what = f"{number} {unit}".strip()
    if low is not None and high is not None and not low <= number <= high:
        yield path, f"{what} is outside {low} to {high}"
    elif high is None and low is not None and number < low:
        yield path, f"{what} is below {low}"
    elif low is None and high is not None and number > high:
        yield path, f"{what} is above {high}"
