#!/usr/bin/env bash
# Measures what advice is judged by: every kernel at its usual point on the stored matrices and on the generated ones tagged `advice`, f64, all
# samples of all kernels of a backend in one document: OUT/serial.json, threads.json, cuda.json (with a GPU), and OUT/host.txt.
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle.
# Usage: bench/advice.sh OUT [BACKEND ...]      default: cuda and serial at the same time, then threads; BUDGET=85s for each, PRECISION=f64,
# MATRICES=NAME,… for only these of bench/matrices.json; TRIALS_OF_EACH=N: so many trials of each candidate as advice runs them, in place of samples
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
# Kernels in JavaScript are two to three times as slow as those in WebAssembly: one of them stands for all, so that the rest gets the time.
cpu=js/csr,wasm/coo-simd,wasm/csr-simd,wasm/csr-merge,wasm/csc,wasm/csr-padded-simd,wasm/ellpack-simd,wasm/ellpack-r-simd,wasm/bell-simd
cpu+=,wasm/csr16-simd,wasm/dia,wasm/hyb-simd,wasm/packed-simd,wasm/row-segments-simd,wasm/sell-simd,wasm/symmetric
if spmv kernels 2> /dev/null | grep -q native/csr; then
  cpu+=,native/csr,native/csr-merge,native/csc,native/coo,native/csr-padded,native/ellpack,native/ellpack-r,native/bell,native/csr16,native/dia,native/hyb
  cpu+=,native/packed,native/row-segments,native/sell,native/symmetric
fi
larger=stencil27-32,random-300k-16,power-law-500k,full-row-117k,short-rows-500k
measure() {
  local backend=$1 also=()
  shift
  [[ -z ${MATRICES:-} && $backend = cuda ]] && also=("@bench/matrices.json#$larger")
  set -- "@bench/matrices.json#${MATRICES:-stored,advice}" ${also[@]+"${also[@]}"} --backend "$backend" --precision "${PRECISION:-f64}" --json "$@"
  if [[ -n ${TRIALS_OF_EACH:-} ]]; then
    # What was tried before the end of the time is printed; a second signal would lose that, which timeout sends to its group.
    timeout --foreground --signal TERM --kill-after 20 "${BUDGET:-85s}" "${command[@]}" advise "$@" --max-bytes 400M --trials-of-each "$TRIALS_OF_EACH"
  else "${command[@]}" bench "$@" --max-bytes 100M --time-budget "${BUDGET:-85s}"; fi > "$out/$backend.json" 2> "$out/$backend.log"
  echo "$backend ended with $? after $SECONDS s" | tee -a "$out/host.txt"
}
if [[ $# -gt 0 ]]; then
  for backend in "$@"; do
    case $backend in
      serial | threads) measure "$backend" --kernel "$cpu" ;;
      *) measure "$backend" ;;
    esac
  done
  exit
fi
if command -v nvidia-smi > /dev/null; then measure cuda & fi
measure serial --kernel "$cpu"
wait
measure threads --kernel "$cpu"
