"""The hub's client as far as the fetch script needs it, without a hub: a download makes small files and is logged in the cache.

The line in downloads.log is what a test counts.
"""
import hashlib, json, os, time


def snapshot_download(repo_id, revision="main", ignore_patterns=None, **_):
    root = os.environ["HF_HOME"]
    commit = hashlib.sha1(f"{repo_id}@{revision}".encode()).hexdigest()
    snapshot = os.path.join(root, "hub", "models--" + repo_id.replace("/", "--"), "snapshots", commit)
    os.makedirs(snapshot, exist_ok=True)
    with open(os.path.join(snapshot, "config.json"), "w") as file:
        json.dump({"_name_or_path": repo_id, "revision": revision}, file)
    with open(os.path.join(root, "downloads.log"), "a") as file:
        file.write(f"{time.time():.0f} {repo_id}@{revision} by {os.environ.get('HOSTNAME', '')}\n")
    return snapshot
