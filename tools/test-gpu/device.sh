#!/usr/bin/env bash
# On a host with an NVIDIA GPU and nothing else: unpacks the bundle and runs the tests that need a GPU. Usage: device.sh OUT [--again] [STEP...]
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
source "$here/tools/offline-bundle/unpacked.sh" "$here/.bundle" /tmp/spmv-test-gpu
export NODE_OPTIONS=--max-old-space-size=16384
exec node tools/test-gpu/main.ts --out "$out" "$@"
