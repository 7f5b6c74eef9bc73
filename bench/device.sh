#!/usr/bin/env bash
# On a Linux x64 host with Python 3 but neither network nor Node: unpacks the bundle of tools/offline-bundle and measures with the command.
# Usage: bench/device.sh OUT [ARGUMENTS of spmv bench]      default: @bench/matrices.json#cuda --backend cuda --time-budget 400s
# Leaves OUT/bench.json and OUT/host.txt. Where OUT/bench.json is already, the run goes on from it.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[[ $# -gt 0 ]] || set -- '@bench/matrices.json#cuda' --backend cuda --time-budget 400s
source "$here/tools/offline-bundle/unpacked.sh" "$here/.bundle" /tmp/spmv-bench
export NODE_OPTIONS=--max-old-space-size=16384
{
  date -u +%FT%TZ
  echo "commit $(cat commit 2> /dev/null || echo unknown)"
  nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem --format=csv 2> /dev/null
  grep -m1 'model name' /proc/cpuinfo
  nproc
} | tee "$out/host.txt"
again=()
if [[ -s $out/bench.json ]]; then
  cp "$out/bench.json" "$out/earlier.json"
  again=(--resume "$out/earlier.json")
fi
spmv bench "$@" ${again[@]+"${again[@]}"} --json > "$out/bench.next.json"
code=$?
# An error before there were any results leaves those of before.
[[ -s $out/bench.next.json ]] && mv "$out/bench.next.json" "$out/bench.json"
exit "$code"
