#!/usr/bin/env bash
# Sparse products on a GPU: the kit's cases, then times beside cuSPARSE on the matrices of bench/results/cuda/spgemm.md. On a host with CuPy and SciPy.
# Usage: products.sh OUT [MATRIX…]     default: the six of the record; files, or generators as `stencil27 n=64`. Of the environment: RUNS, BUDGET, BACKENDS, PRECISIONS, SECONDS_OF_CASES
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- 'random rows=1000000 perRow=8' 'powerlaw rows=300000 meanPerRow=8' 'stencil7 n=128' 'stencil5 n=1024' 'stencil27 n=64' 'stencil27 n=100'
files=()
for matrix in "$@"; do
  if [[ -f $matrix ]]; then
    files+=("$matrix")
  else
    made=$out/$(tr -c 'a-z0-9\n' '-' <<< "$matrix").npz
    # shellcheck disable=SC2086
    [[ -s $made ]] || spmv generate $matrix --out "$made" --quiet &
    files+=("$made")
  fi
done
[[ -s $out/conform.json ]] || timeout 100 node tools/device/conform.ts cuda --only spgemm --jobs 8 --seconds "${SECONDS_OF_CASES:-50}" --out "$out/conform.json" > "$out/conform.txt" 2>&1
wait
peer() {
  timeout 60 python3 bench/peers/cusparse-products.py "${RUNS:-3}" "$1" >> "$out/cusparse.jsonl" 2>> "$out/cusparse.err"
}
for file in "${files[@]}"; do
  name=$(basename "$file")
  peer "$file"
  timeout 100 "${command[@]}" bench "$file" --operation spgemm --backend "${BACKENDS:-cuda}" --precision "${PRECISIONS:-f64,f32}" --max-bytes 16GB --time-budget "${BUDGET:-20s}" --json > "$out/${name%%.*}.json" 2> "$out/${name%%.*}.err"
  peer "$file"
done
rm -f "$out"/*.npz
