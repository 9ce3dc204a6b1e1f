"""Whom rank 0 takes into its group."""
from group_identity import difference, is_identity
from group_network import plain


def fault(hello, leader):
    """Why a rank is refused, with the way out; None if it is taken."""
    rank, size = hello.get("rank"), leader.options.size
    if hello.get("size") != size:
        return f"it was started for {hello.get('size')} ranks, rank 0 for {size}. Give all pods the same size and --nnodes"
    if type(rank) is not int or not 0 < rank < size:
        return f"its rank is not between 1 and {size - 1}. Give each pod of the group a rank of its own"
    if leader.group is not None:
        return "the group runs already, and takes nobody in before it starts anew"
    if rank in leader.peers:
        other = plain(leader.peers[rank].writer.get_extra_info("peername")[0])
        return f"{other} has that rank. Give each pod of the group a rank of its own"
    if not is_identity(hello.get("identity")):
        return "it does not say what it runs. Mount the same supervisor into all pods"
    return difference(leader.mine, hello["identity"])


def ranks(numbers):
    return f"rank{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"
