#!/usr/bin/env bash
# Runs the papers' studies and writes of each the document, the report and its text: OUT/NAME.json, .html, .txt. Where OUT/NAME.json is already,
# the run goes on from it. From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle.
# Usage: bench/studies.sh OUT [NAME ...]      default: every study; BUDGET=15m for each, ARGUMENTS='--backend serial,threads' for all
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- $(spmv study --json | sed -n 's/^      "id": "\(.*\)",$/\1/p')
worst=0
for name in "$@"; do
  again=()
  if [[ -s $out/$name.json ]]; then
    cp "$out/$name.json" "$out/.earlier.json"
    again=(--resume "$out/.earlier.json")
  fi
  spmv study "$name" --time-budget "${BUDGET:-15m}" ${ARGUMENTS:-} ${again[@]+"${again[@]}"} --report "$out/$name.html" --json > "$out/.next.json"
  code=$?
  ((code > worst)) && worst=$code
  # An error before there were any results leaves those of before.
  [[ -s $out/.next.json ]] && mv "$out/.next.json" "$out/$name.json"
  spmv study "$name" --from "$out/$name.json" --report "$out/$name.html" --width 120 > "$out/$name.txt"
  tail -n 3 "$out/$name.txt"
done
rm -f "$out/.earlier.json" "$out/.next.json"
exit "$worst"
