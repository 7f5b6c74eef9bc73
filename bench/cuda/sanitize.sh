#!/usr/bin/env bash
# compute-sanitizer's memcheck, racecheck and initcheck on one small product of every kernel of this project. Usage: sanitize.sh OUT
set -uo pipefail
out=$1
here=$(cd "$(dirname "$0")" && pwd)
for tool in memcheck racecheck initcheck; do
  compute-sanitizer --tool "$tool" --error-exitcode 9 "$(command -v node)" "$here/sanitize.mjs" > "$out/sanitizer-$tool.log" 2>&1
  echo "sanitizer $tool: exit $?, $(grep -c '^========= .*\(ERROR SUMMARY\|RACECHECK SUMMARY\)' "$out/sanitizer-$tool.log") summary: $(grep -E 'SUMMARY' "$out/sanitizer-$tool.log" | tail -1)"
done
