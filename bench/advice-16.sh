#!/usr/bin/env bash
# Measures what advice on the processor is learned from and judged by, kernels in native code among the candidates, in less than eight minutes of a quiet
# machine with eight cores or more: every kernel twice in processes of their own, so that one measurement of "the best" can be held against another, and
# trials of every candidate as advice runs them. From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle.
# OUT/1, OUT/2 and OUT/fresh-1, OUT/fresh-2 get serial.json and threads.json as they are done, OUT/trials and OUT/fresh-trials the same of trials.
# What one process measures, three do at the same time.
# Usage: bench/advice-16.sh OUT
# Seconds of each part at most: SERIAL=115 SERIAL_FRESH=30 (three at a time), THREADS=80 THREADS_FRESH=22 (each twice), TRIALS=75 TRIALS_FRESH=20
set -uo pipefail
bench=$(cd "$(dirname "$0")" && pwd)
# Unpacks the bundle, where there is one, before several parts would.
source "$bench/begin.sh" "$1"
# part FOLDER BACKEND SECONDS [VARIABLE=VALUE ...]
part() {
  local folder=$1 backend=$2 seconds=$3
  shift 3
  env BUDGET="${seconds}s" "$@" bash "$bench/advice.sh" "$out/$folder" "$backend"
}
{
  part 1 serial "${SERIAL:-115}"
  part fresh-1 serial "${SERIAL_FRESH:-30}" MATRICES=fresh
} &
{
  part 2 serial "${SERIAL:-115}"
  part fresh-2 serial "${SERIAL_FRESH:-30}" MATRICES=fresh
} &
{
  part trials serial "${SERIAL:-115}" TRIALS_OF_EACH=4
  part fresh-trials serial "${SERIAL_FRESH:-30}" TRIALS_OF_EACH=4 MATRICES=fresh
} &
wait
part 1 threads "${THREADS:-80}"
part fresh-1 threads "${THREADS_FRESH:-22}" MATRICES=fresh
part trials threads "${TRIALS:-75}" TRIALS_OF_EACH=4
part fresh-trials threads "${TRIALS_FRESH:-20}" TRIALS_OF_EACH=4 MATRICES=fresh
part 2 threads "${THREADS:-80}"
part fresh-2 threads "${THREADS_FRESH:-22}" MATRICES=fresh
echo "All of it took $SECONDS s" | tee "$out/took.txt"
