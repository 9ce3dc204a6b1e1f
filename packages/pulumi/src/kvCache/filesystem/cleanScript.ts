/**
 * Keeps a folder of KV cache entries small: nothing in the engine removes any. It touches only files that are named like entries, follows no link, and
 * needs the same memory for any number of files.
 */
export const cleanScript = `"""Removes entries that nobody used for some hours, then the oldest until the rest fits. Arguments: folder, hours, GiB."""
import collections, os, stat, sys, time

folder, hours, gib = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
limit = gib * 2**30
# what an engine that ended while it wrote has left behind is an entry, too
endings = (".bin", ".tmp")
failed = removed = 0


def fail(error):
    global failed
    if isinstance(error, FileNotFoundError):
        return  # another one was quicker
    failed += 1
    if failed <= 10:
        print(error, file=sys.stderr)


def entries():
    """Each entry: when it was last read or written, its size on the disk, and how to remove it. Folders are opened, never paths below a link."""
    for _, _, names, inside in os.fwalk(folder, onerror=fail, follow_symlinks=False):
        for name in names:
            if not name.endswith(endings):
                continue
            try:
                found = os.stat(name, dir_fd=inside, follow_symlinks=False)
            except OSError as error:
                fail(error)
                continue
            if stat.S_ISREG(found.st_mode):
                # volumes that keep no times of reading have those of writing
                yield max(found.st_atime, found.st_mtime), found.st_blocks * 512, name, inside


def remove(name, inside):
    global removed
    try:
        os.unlink(name, dir_fd=inside)
    except OSError as error:
        fail(error)
        return isinstance(error, FileNotFoundError)
    removed += 1
    return True


try:
    kind = os.lstat(folder).st_mode
except FileNotFoundError:
    # engines make it with their first entry
    sys.exit(0)
if not stat.S_ISDIR(kind):
    sys.exit(f"{folder} is no folder")
started = time.time()
oldest = started - hours * 3600
minutes = collections.Counter()
for when, size, name, inside in entries():
    if when < oldest:
        remove(name, inside)
    else:
        minutes[int(when // 60)] += size

left = sum(minutes.values())
# entries of these minutes have to go
cutoff, excess = None, left - limit
for minute in sorted(minutes):
    if excess <= 0:
        break
    cutoff, excess = minute, excess - minutes[minute]
if cutoff is not None:
    for when, size, name, inside in entries():
        # the engines go on meanwhile: what they used since stays
        if left > limit and when // 60 <= cutoff and remove(name, inside):
            left -= size

print(f"{removed} entries removed, {left / 2**30:.1f} of {gib:g} GiB left, in {time.time() - started:.0f} s")
if failed:
    sys.exit(f"{failed} could not be looked at or removed")
`;
