#!/usr/bin/env bash
# Measures the four studies; a study whose document is in OUT already goes on from it.
# Usage: studies.sh OUT [SECONDS each] [ARGUMENTS of spmv study]
#   default: 110s --backend serial,threads,cuda, eight minutes with what a budget does not count. What a study leaves of its time goes to those after it.
#   Before each it waits, three minutes at most, until the load of the one before has fallen below what makes a machine busy: half of its cores.
# It writes OUT/STUDY.json, which spmv study STUDY --from … --report draws; node bench/recorded.ts record MACHINE OUT puts them among the results.
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
each=${2:-110s}
[[ $each =~ ^[0-9]+s$ ]] || { echo "The time of each study is a number of seconds, 110s, not '$each'." >&2; exit 2; }
shift $(($# > 1 ? 2 : 1))
[[ $# -gt 0 ]] || set -- --backend serial,threads,cuda
code=0
left=4
SECONDS=0
waited=0

# Waits for a quiet machine; what it waits is nobody's time.
quiet() {
  local since=$SECONDS
  until awk -v cores="$(nproc)" '{ exit !($1 < cores / 2) }' /proc/loadavg || ((SECONDS - since >= 180)); do sleep 1; done
  waited=$((waited + SECONDS - since))
}

# Vázquez's has most points, Fraga's fewest.
for study in fraga cristofori gunja vazquez; do
  again=()
  if [[ -s $out/$study.json ]]; then
    cp "$out/$study.json" "$out/$study.earlier.json"
    again=(--resume "$out/$study.earlier.json")
  fi
  quiet
  time=$(((4 * ${each%s} - (SECONDS - waited)) / left))
  left=$((left - 1))
  spmv study "$study" --time-budget "$((time > 1 ? time : 1))s" --max-bytes 16Gi "$@" ${again[@]+"${again[@]}"} --json \
    > "$out/$study.next.json" || code=$?
  # An error before there were any results leaves those of before.
  [[ -s $out/$study.next.json ]] && mv "$out/$study.next.json" "$out/$study.json"
  rm -f "$out/$study.earlier.json"
done
exit "$code"
