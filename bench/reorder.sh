#!/usr/bin/env bash
# What reordering does to products of one device: matrices as they come, by reverse Cuthill–McKee, METIS and Scotch.
# Usage: bench/reorder.sh OUT [BACKEND [MATRIX…]]   default cuda; about 60 s. The partitioners are those installed, or of a bundle made with --petsc.
source "$(dirname "$0")/begin.sh" "$1"
set -euo pipefail
backend=${2:-cuda}
shift $(($# < 2 ? $# : 2))
if [[ -n ${SPMV_PETSC_PREFIX:-} ]]; then
  export PATH=$PATH:$SPMV_PETSC_PREFIX/bin LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$SPMV_PETSC_PREFIX/lib
fi
# ~: in an order that says nothing, as meshes and networks often come.
matrices=("$@")
((${#matrices[@]})) || matrices=('~gen:stencil27?n=64' '~gen:stencil5?n=700')
node bench/reorder/products.ts "$backend" "${matrices[@]}" 2> >(tee "$out/log.txt" >&2) | tee "$out/reorder-$backend.md"
