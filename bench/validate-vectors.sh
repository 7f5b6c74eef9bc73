#!/usr/bin/env bash
# Validates products of several vectors on matrices of a folder: every kernel of a backend at its points, of large matrices at one or two of its format's,
# A and its transpose, X and Y by rows and by columns.
# One part for each matrix, the smallest first, backend, product and order; a part that is there already is not run again, so that a machine of which there are few
# minutes does some, and OUT/validate-spmm.md says how far it came and names what was not compared.
# Leaves OUT/parts/*.json and OUT/validate-spmm.json and .md, made of them. Usage: bench/validate-vectors.sh OUT FOLDER [BACKEND…]
# VECTORS=1,2,4,8,16,32,64   SIZES='small large'   THREADS=2   JOBS=12 parts at once   PART=600 seconds of a part at most   BUDGET=… seconds of all, without it as long as it takes
PART=${PART:-600}
source "$(dirname "$0")/validate-begin.sh" "$1" "$2"
shift 2
[[ $# -gt 0 ]] || set -- serial threads webgpu
for size in ${SIZES:-small large}; do
  declare -n files=$size
  for file in ${files[@]+"${files[@]}"}; do
    matrix=$(basename "$file")
    matrix=${matrix%%.mtx*}
    for backend in "$@"; do
      # A software device compiles every point anew: one of each that matters.
      points=()
      # How a format is cut is for the small ones on one thread, which are tried at all of it; how rows are shared out for the small ones on several.
      [[ $size == large || $backend == threads || $backend == cuda ]] && points=(--param C=8,32 --param sigma=256 --param steps=16 --param window=256 --param order=row --param alignment=1)
      [[ $backend == threads ]] && points+=(--param threads="${THREADS:-2}")
      [[ $size == large && $backend == threads ]] && points+=(--param schedule=balanced)
      [[ $backend == webgpu ]] && points+=(--precision f32 --param blockSize=64 --param columnsPerThread=1,4 --param longRow=32 --param ahead=4,8 --param neighbours=columns)
      for transpose in false true; do
        # Kernels that have no transposed ones.
        own=()
        [[ $backend == webgpu && $transpose == false ]] && own=(--param share=32 --param blockRows=2,3 --param threadsPerRow=4 --param reduction=workgroup --param leastShared=0)
        for order in row column; do
          part "$backend-$size-transpose-$transpose-$order@$matrix" "$file" --operation spmm --option transpose=$transpose --layout X=$order --layout Y=$order \
            --vectors "${VECTORS:-1,2,4,8,16,32,64}" --backend "$backend" ${points[@]+"${points[@]}"} ${own[@]+"${own[@]}"}
        done
      done
    done
  done
done
wait
node "$here/bench/validate-vectors.ts" "$out"
