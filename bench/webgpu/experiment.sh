#!/usr/bin/env bash
# On a Linux x64 host with a GPU and nothing else: what a dispatch costs, and this commit's kernels beside an earlier build's and CUDA's.
# Usage: bench/webgpu/experiment.sh BUNDLE OUT     (about a minute; what it prints is also in OUT/experiment.log)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
bash "$here/device.sh" "$1" "$2" probe dispatch experiment 2>&1 | grep --line-buffered -v XDG_RUNTIME_DIR | tee "$2/experiment.log"
