#!/usr/bin/env bash
# Puts vllm-router into a folder of its own and prints that folder; returns at once when it is there.
#
#   bash test/router-conformance/vllm/install.sh
#
# Folder: $SONAR_VLLM_ROUTER_HOME (default $HOME/.cache/sonar-vllm-router), 100 MB, from PyPI. Linux on x86_64, Python 3.8 or newer
# ($SONAR_VLLM_ROUTER_PYTHON, default python3). Licence of vllm-router: Apache-2.0; nothing of it is shipped.
set -euo pipefail

router=vllm-router==0.1.17
home=${SONAR_VLLM_ROUTER_HOME:-$HOME/.cache/sonar-vllm-router}

if [ -f "$home/complete" ]; then
  echo "$home"
  exit
fi
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "vllm-router:install: its wheel is for Linux on x86_64; this is $(uname -sm)" >&2; exit 1; }
mkdir -p "$home"
[ -x "$home/v/bin/python" ] || "${SONAR_VLLM_ROUTER_PYTHON:-python3}" -m venv "$home/v"
# registries have bad moments
for pause in 0 20 60; do
  sleep "$pause"
  if "$home/v/bin/python" -m pip install --quiet --disable-pip-version-check "$router" >&2; then break; fi
done
"$home/v/bin/python" -m pip show --quiet vllm-router >&2
"$home/v/bin/vllm-router" --help >/dev/null
touch "$home/complete"
echo "$home"
