#!/usr/bin/env bash
# Measures what advice is learned from and judged by (results/advice): every kernel at its usual point on the stored matrices and on those tagged `advice`, then on those tagged `fresh`, which no
# rule has seen; twice in processes of their own, so that one measurement of "the best" can be held against another, and trials of every candidate as advice runs them. On serial the three run at
# once. Leaves OUT/{,fresh-}{1,2,trials}-BACKEND.json and OUT/judged.txt: eight minutes of a quiet machine with eight cores or more.
# Usage: bench/advice.sh OUT [BACKEND ...]      default: serial threads; others than BUDGET=115 (seconds of a run at most, a quarter of it for `fresh`), RUNS="1 2 trials", PRECISION=f64,
# MATRICES=NAME,… of bench/matrices.json in place of stored,advice. From a clone after pnpm build, or from the bundle of tools/device.
set -uo pipefail
source "$(dirname "$0")/../tools/device/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- serial threads
# Kernels in JavaScript are two to three times as slow as those in WebAssembly: one of them stands for all, so that the rest gets the time.
cpu=js/csr,wasm/coo-simd,wasm/csr-simd,wasm/csr-merge,wasm/csc,wasm/csr-padded-simd,wasm/ellpack-simd,wasm/ellpack-r-simd,wasm/bell-simd
cpu+=,wasm/csr16-simd,wasm/dia,wasm/hyb-simd,wasm/packed-simd,wasm/row-segments-simd,wasm/sell-simd,wasm/symmetric
if spmv kernels 2> /dev/null | grep -q native/csr; then
  cpu+=,native/csr,native/csr-merge,native/csc,native/coo,native/csr-padded,native/ellpack,native/ellpack-r,native/bell,native/csr16,native/dia,native/hyb
  cpu+=,native/packed,native/row-segments,native/sell,native/symmetric
fi
# measure RUN BACKEND SECONDS MATRICES
measure() {
  local name=$1-$2 run=$1 backend=$2 seconds=$3
  set -- "@bench/matrices.json#$4" --backend "$backend" --precision "${PRECISION:-f64}" --json
  [[ $backend == serial || $backend == threads ]] && set -- "$@" --kernel "$cpu"
  if [[ $run == *trials ]]; then
    # What was tried before the end of the time is printed; a second signal would lose that, which timeout sends to its group.
    timeout --foreground --signal TERM --kill-after 20 "${seconds}s" "${command[@]}" advise "$@" --max-bytes 400M --trials-of-each 4
  else "${command[@]}" bench "$@" --max-bytes 100M --time-budget "${seconds}s"; fi > "$out/$name.json" 2> "$out/$name.log"
  echo "$name ended with $? after $SECONDS s" | tee -a "$out/host.txt"
}
seen=()
for backend in "$@"; do
  matrices=${MATRICES:-stored,advice}
  [[ -z ${MATRICES:-} && $backend == cuda ]] && matrices+=,stencil27-32,random-300k-16,power-law-500k,full-row-117k,short-rows-500k
  for run in ${RUNS:-1 2 trials}; do
    {
      measure "$run" "$backend" "${BUDGET:-115}" "$matrices"
      measure "fresh-$run" "$backend" $((${BUDGET:-115} / 4)) fresh
    } &
    [[ $backend == serial ]] || wait
  done
  wait
  seen+=("$out/1-$backend.json" --unseen "$out/fresh-1-$backend.json")
done
"${command[@]}" advise --judge "${seen[@]}" | tee "$out/judged.txt"
