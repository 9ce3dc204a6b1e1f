#!/usr/bin/env bash
# Puts moto and botocore into a Python environment of their own and prints its folder; returns at once when it is there.
#
#   bash test/aws/sidecar/install.sh
#
# Folder: $SONAR_AWS_HOME (default $HOME/.cache/sonar-aws), 150 MB, a minute from the package registry. Python 3.11 or later with venv
# ($SONAR_AWS_PYTHON, default python3). `requirements.txt` has the exact versions; a change of it makes the folder anew.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${SONAR_AWS_HOME:-$HOME/.cache/sonar-aws}
wanted=$here/requirements.txt
made=$home/made-from.txt

say() { echo "aws:install: $*" >&2; }

if cmp -s "$wanted" "$made"; then
  echo "$home"
  exit
fi

mkdir -p "$home"
command -v flock >/dev/null || { say "flock is missing (package util-linux)"; exit 1; }
exec 9>"$home/lock"
flock 9
if ! cmp -s "$wanted" "$made"; then # no other call finished meanwhile
  say "installing into $home"
  rm -rf "$home/v" "$made"
  "${SONAR_AWS_PYTHON:-python3}" -m venv "$home/v" || { say "no environment: is python3-venv installed?"; exit 1; }
  "$home/v/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check --no-deps -r "$wanted" >&2
  "$home/v/bin/python" -c 'import boto3, moto.server, regex' >&2
  cp "$wanted" "$made"
  say "done"
fi
echo "$home"
