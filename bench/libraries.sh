#!/usr/bin/env bash
# Native kernels beside libraries in one table, on a machine that does nothing else: SpMV beside MKL (CSR and inspector-executor), librsb, Eigen and plain OpenMP, by
# one thread and by all (OUT/products.json); dense products beside MKL and OpenBLAS (OUT/dense.json); a triad by both teams on both memories (OUT/triad.txt).
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle, whose libraries (--libraries) it takes. Run again with the same OUT
# it goes on. Usage: [BUDGET=300s] [DENSE=60s] [THREADS=16] bench/libraries.sh OUT [products] [dense] [triad]
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- triad dense products
plugin=()
[[ -d packages/kernels-vendor/src ]] && plugin=(--plugin ./packages/kernels-vendor)
# A processor that OpenBLAS does not know by its number gets kernels for an old one.
grep -qm1 avx512f /proc/cpuinfo && export OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE:-SKYLAKEX}
ours=native/csr,native/csr-merge,native/sell,native/ellpack,native/csr16,native/row-segments,native/symmetric,native/packed,native/dia
theirs=native/csr-openmp-static,native/csr-openmp-dynamic,native/csr-mkl,native/csr-mkl-ie,native/csr-librsb,native/csr-eigen

# One document, continued where it exists: whole problems that fit into the time.
document() {
  local name=$1 again=()
  shift
  if [[ -s $out/$name.json ]]; then
    cp "$out/$name.json" "$out/$name.earlier.json"
    again=(--resume "$out/$name.earlier.json")
  fi
  "${command[@]}" bench "$@" ${plugin[@]+"${plugin[@]}"} ${again[@]+"${again[@]}"} --json > "$out/$name.next.json" 2> "$out/$name.log"
  local code=$?
  [[ -s $out/$name.next.json ]] && mv "$out/$name.next.json" "$out/$name.json"
  tail -2 "$out/$name.log"
  return "$code"
}

code=0
for name in "$@"; do
  begin=$SECONDS
  case $name in
    products)
      document products "${MATRICES:-@bench/matrices.json#cpu}" --backend serial,threads --precision f64 --kernel "$ours,$theirs" --time-budget "${BUDGET:-300s}"
      ;;
    dense)
      document dense --operation gemm --size m,n,k=512,1024,2048 --precision f64,f32 --backend serial,threads \
        --kernel native/gemm-packed,native/mkl-gemm,native/openblas-gemm --time-budget "${DENSE:-60s}"
      ;;
    triad)
      node bench/triad/triad.ts --mib "${MIB:-1024}" --runs 12 --turns "${TURNS:-2}" --threads "${THREADS:-$(nproc)}" 2>&1 | tee "$out/triad.txt"
      ;;
    *) echo "There is no part '$name'; there are products, dense, triad." >&2; false ;;
  esac || code=$?
  echo "$name: $((SECONDS - begin)) s, exit $code"
done
exit "$code"
