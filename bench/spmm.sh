#!/usr/bin/env bash
# Measures products of several vectors on an NVIDIA GPU beside cuSPARSE's: every kernel at its usual point, X and Y by rows, and cuSPARSE by columns,
# too. Leaves OUT/small.json, large.json, columns.json, host.txt, and OUT/ratios.md, made of them by bench/spmm-ratios.ts.
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle. Run again with the same OUT, it goes on.
# Usage: bench/spmm.sh OUT      BUDGET=90s and LARGE=90s for the stored matrices and the generated ones
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
# measure NAME VECTORS PRECISION BUDGET MATRICES [ARGUMENTS]
measure() {
  local name=$1 again=()
  if [[ -s $out/$name.json ]]; then
    cp "$out/$name.json" "$out/.earlier.json"
    again=(--resume "$out/.earlier.json")
  fi
  spmv bench "$5" --operation spmm --vectors "$2" --precision "$3" --backend cuda --max-bytes 6G --time-budget "$4" "${@:6}" \
    ${again[@]+"${again[@]}"} --json > "$out/.next.json" 2> "$out/$name.log"
  echo "$name ended with $? after $SECONDS s" | tee -a "$out/host.txt"
  [[ -s $out/.next.json ]] && mv "$out/.next.json" "$out/$name.json"
}
measure small 2,4,8,16,32,64 f64,f32 "${BUDGET:-90s}" '@bench/matrices.json#stored'
measure large 2,8,32 f64,f32 "${LARGE:-90s}" '@bench/matrices.json#stencil27-96,random-1M-16,fem-band-300k,power-law-1M,grid5-1000,full-row-117k'
rm -f "$out/.earlier.json"
node bench/spmm-ratios.ts "$out/small.json" "$out/large.json" > "$out/ratios.md"
