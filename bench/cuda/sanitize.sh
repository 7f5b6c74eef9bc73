#!/usr/bin/env bash
# compute-sanitizer's memcheck, racecheck and initcheck on one small product of every kernel of this project. Usage: sanitize.sh OUT
set -uo pipefail
out=$1
here=$(cd "$(dirname "$0")" && pwd)
check() {
  local log=$out/sanitizer-$1.log
  node "$here/provenance.mjs" > "$log"
  compute-sanitizer --tool "$1" --error-exitcode 9 "$(command -v node)" "$here/sanitize.mjs" >> "$log" 2>&1
  echo "sanitizer $1: exit $?, $(grep -E 'SUMMARY' "$log" | tail -1)"
}
for tool in memcheck racecheck initcheck; do check "$tool" & done
wait
