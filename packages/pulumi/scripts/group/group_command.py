"""The engine's command line, as far as ranks compare it."""

# what may differ between ranks, and whether a value follows
OF_ONE_RANK = {
    "--node-rank": True,
    "-r": True,
    "--headless": False,
    "--api-server-count": True,  # none where there is no API
    "-asc": True,
    "--data-parallel-rank": True,
    "-dpn": True,
    "--data-parallel-start-rank": True,
    "-dpr": True,
}


def name_of(word):
    """The option that a word sets, as the table of options writes it; the engine takes underscores too."""
    name = word.split("=", 1)[0]
    return name.replace("_", "-") if name.startswith("--") else name


def common(command):
    """The words that all ranks must have alike."""
    words, skip = [], False
    for word in command:
        if skip:
            skip = False
        elif name_of(word) in OF_ONE_RANK:
            skip = OF_ONE_RANK[name_of(word)] and "=" not in word
        else:
            words.append(word)
    return words


def value(command, *names):
    """The last value of an option, or None."""
    found = None
    for word, following in zip(command, [*command[1:], None]):
        if name_of(word) in names:
            found = word.split("=", 1)[1] if "=" in word else following
    return found


def has_api(command):
    return "--headless" not in map(name_of, command)


def balances(name):
    """Whether an option gives ranks of a data-parallel engine an API each."""
    return name in ("-dpn", "-dpr", "-dpe", "-dph", "--data-parallel-rank", "--data-parallel-start-rank") or name.endswith("-lb")


def http_port(command):
    return int(value(command, "--port") or 2242)


def fault(command, rank, size):
    """What is wrong with one rank's command in its group, or None."""
    nodes = value(command, "--nnodes", "-n")
    if nodes is not None and nodes != str(size):
        return f"its command says --nnodes {nodes}, but its group has {size} pods: give both the same number"
    given = value(command, "--node-rank", "-r")
    if given is not None and given != str(rank):
        return f"its command says --node-rank {given}, but it is pod {rank} of its group: give --node-rank {rank}"
    if nodes is not None and given is None and rank > 0:
        return f"its command has no --node-rank, so the engine takes 0: give --node-rank {rank}"
    if rank > 0 and nodes is not None and has_api(command) and not any(map(balances, map(name_of, command))):
        return "its command has no --headless, so it would serve an API of its own: give it to every rank but 0"
    if rank == 0 and not has_api(command):
        return "its command says --headless, but rank 0 serves the API: leave it out"
    return None
