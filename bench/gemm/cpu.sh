#!/usr/bin/env bash
# On a Linux x64 host with Python 3 but neither network nor Node: unpacks the bundle of tools/offline-bundle and measures gemm on its cores.
# Usage: bench/gemm/cpu.sh OUT [ARGUMENTS of cpu.ts]      Leaves OUT/gemm-cpu.md and OUT/gemm-cpu.json.
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
source "$here/tools/offline-bundle/unpacked.sh" "$here/.bundle" /tmp/spmv-bench
node --max-old-space-size=16384 bench/gemm/cpu.ts --out "$out" "$@"
