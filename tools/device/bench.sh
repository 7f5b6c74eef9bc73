#!/usr/bin/env bash
# Measures with the command; where OUT/bench.json is already, the run goes on from it.
# Usage: bench.sh OUT [ARGUMENTS of spmv bench]      default: @bench/matrices.json#cuda --backend cuda --time-budget 400s
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- '@bench/matrices.json#cuda' --backend cuda --time-budget 400s
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
