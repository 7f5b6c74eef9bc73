#!/usr/bin/env bash
# Measures the four studies; a study whose document is in OUT already goes on from it.
# Usage: studies.sh OUT [TIME of each] [ARGUMENTS of spmv study]      default: 110s, which makes eight minutes with what a budget does not count
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
time=${2:-110s}
shift $(($# > 1 ? 2 : 1))
code=0
for study in vazquez fraga cristofori gunja; do
  again=()
  if [[ -s $out/$study.json ]]; then
    cp "$out/$study.json" "$out/$study.earlier.json"
    again=(--resume "$out/$study.earlier.json")
  fi
  spmv study "$study" --time-budget "$time" --max-bytes 16Gi "$@" ${again[@]+"${again[@]}"} --json \
    --report "$out/$study.html" > "$out/$study.next.json" || code=$?
  # An error before there were any results leaves those of before.
  [[ -s $out/$study.next.json ]] && mv "$out/$study.next.json" "$out/$study.json"
done
exit "$code"
