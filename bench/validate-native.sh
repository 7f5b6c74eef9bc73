#!/usr/bin/env bash
# Validates the native kernels on matrices of a folder at every level of the processor (AVX-512, AVX2, SSE4, …), serial and on two threads, A and its transpose;
# several vectors as well. Small files (below 100 kB) at all points, large ones at those that matter.
# One part for each level, backend, product and size; a part that is there already is not run again. Leaves OUT/parts/*.json and OUT/validate-native.json and .md.
# Usage: bench/validate-native.sh OUT FOLDER [LEVEL…]     BACKENDS='serial threads' SIZES='small large' OPERATIONS='spmv spmm'
source "$(dirname "$0")/validate-begin.sh" "$1" "$2"
shift 2
[[ $# -gt 0 ]] || mapfile -t levels < <(cd "$here/packages/kernels-native" && node -e 'import("./dist/index.js").then((it) => console.log(it.nativeLevels().join("\n")))')
[[ $# -eq 0 ]] || levels=("$@")
kernels=$("${spmv[@]}" kernels --json | grep -o 'native/[a-z0-9-]*' | sort -u | paste -sd,)
for size in ${SIZES:-small large}; do
  declare -n files=$size
  [[ ${#files[@]} -gt 0 ]] || continue
  for level in "${levels[@]}"; do
    for operation in ${OPERATIONS:-spmv spmm}; do
      for backend in ${BACKENDS:-serial threads}; do
        points=()
        [[ $backend == threads ]] && points+=(--param threads=2 --param schedule=balanced,dynamic --param chunk=0)
        [[ $operation == spmm ]] && points+=(--vectors "${VECTORS:-3,8,37}" --layout X=row --layout Y=row)
        # How a format is cut is for the small ones, which are tried at all of it.
        [[ $size == large ]] && points+=(--param C=8,32 --param sigma=256 --param steps=16 --param window=256 --param order=row --param alignment=1
          --param blockRows=2 --param blockCols=2,4)
        for transpose in false true; do
          SPMV_NATIVE_LEVEL=$level part "$level-$backend-$operation-$size-transpose-$transpose" "${files[@]}" --operation "$operation" --option transpose=$transpose \
            --backend "$backend" --kernel "$kernels" ${points[@]+"${points[@]}"}
        done
      done
    done
  done
done
wait
node "$here/bench/validate-vectors.ts" "$out" validate-native
