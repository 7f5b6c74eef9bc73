#!/usr/bin/env bash
# On a Linux x64 host with a GPU and Python 3 but neither network nor Node: unpacks the bundle of tools/offline-bundle and measures gemm in WGSL.
# Usage: bench/gemm/webgpu.sh OUT [ARGUMENTS of webgpu.ts]      Leaves OUT/gemm-webgpu.jsonl.
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
source "$here/tools/offline-bundle/unpacked.sh" "$here/.bundle" /tmp/spmv-bench
export NODE_OPTIONS=--max-old-space-size=16384
node bench/gemm/webgpu.ts "$@" | tee "$out/gemm-webgpu.jsonl"
