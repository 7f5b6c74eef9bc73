#!/usr/bin/env bash
# Validates the native kernels at every level of the processor (AVX-512, AVX2, SSE4, …), serial and on two threads: on matrices of a folder A and its transpose, several
# vectors, and products with endings; without a matrix the vector operations of solvers and dense products. Small files (below 100 kB) at all points, large ones at
# those that matter.
# One part for each level, backend, operation, size and value of its option, of large files also for each; a part that is there already is not run again. Leaves
# OUT/parts/*.json and OUT/validate-native.json and .md.
# Usage: bench/validate-native.sh OUT FOLDER [LEVEL…]     BACKENDS='serial threads' SIZES='none small large' OPERATIONS='spmv spmm fused linear …'
# POINTS=all: large ones at all points, too   JOBS=12 parts at once   PART=… seconds of a part at most   BUDGET=… seconds of all
source "$(dirname "$0")/validate-begin.sh" "$1" "$2"
shift 2
[[ $# -gt 0 ]] || mapfile -t levels < <(cd "$here/packages/kernels-native" && node -e 'import("./dist/index.js").then((it) => console.log(it.nativeLevels().join("\n")))')
[[ $# -eq 0 ]] || levels=("$@")
kernels=$("${spmv[@]}" kernels --json | grep -o 'native/[a-z0-9-]*' | sort -u | paste -sd,)
# What each operation is tried as: NAME=VALUE of its option.
declare -A variants=(
  [spmv]='transpose=false transpose=true' [spmm]='transpose=false transpose=true' [fused]='ending=dot ending=norm ending=dot-norm ending=axpy'
  [linear]='ending=none ending=dot ending=norm ending=dot-norm' [advance]=all [descend]='residual=plain residual=scaled'
  [conjugate]='residual=plain residual=scaled' [hadamard]='ending=none ending=dot' [dots]='ending=dot ending=norm ending=dot-norm'
  [scalar]='form=quotient form=product form=sum form=root form=ratio form=hypot form=copy' [gemm]='accuracy=full'
)
# one SIZE NAME FILE…: all levels, operations and backends on these matrices, at once or one by one; NAME, of one matrix, names the parts.
one() {
  local size=$1 name=$2 level operation backend variant points option
  shift 2
  for level in "${levels[@]}"; do
    for operation in $operations; do
      [[ " ${OPERATIONS:-$operations} " == *" $operation "* ]] || continue
      for backend in ${BACKENDS:-serial threads}; do
        points=()
        [[ $backend == threads ]] && points+=(--param threads=2 --param schedule=balanced,dynamic --param chunk=0)
        [[ $operation == spmm ]] && points+=(--vectors "${VECTORS:-3,8,37}" --layout X=row --layout Y=row)
        # Blocks of sums, whole and begun, and rests of vectors of every width.
        [[ $size == none && $operation != scalar && $operation != gemm ]] && points+=(--size n=1,7,16,33,1000,4097,100003)
        [[ $operation == gemm ]] && points+=(--size m=1,17,65 --size n=1,25,64 --size k=1,9,400)
        # How a format is cut is for the small ones, which are tried at all of it.
        [[ $size == large && ${POINTS:-few} != all ]] && points+=(--param C=8,32 --param sigma=256 --param steps=16 --param window=256 --param order=row --param alignment=1
          --param blockRows=2 --param blockCols=2,4)
        for variant in ${variants[$operation]}; do
          option=()
          [[ $variant == all ]] || option=(--option "$variant")
          SPMV_NATIVE_LEVEL=$level part "$level-$backend-$operation-$size-${variant/=/-}$name" "$@" --operation "$operation" \
            ${option[@]+"${option[@]}"} --backend "$backend" --kernel "$kernels" ${points[@]+"${points[@]}"}
        done
      done
    done
  done
}
for size in ${SIZES:-none small large}; do
  operations='spmv spmm fused'
  case $size in
    none) operations='linear advance descend conjugate hadamard dots scalar gemm' && one none '' ;;
    small) [[ ${#small[@]} -eq 0 ]] || one small '' "${small[@]}" ;;
    large)
      for file in ${large[@]+"${large[@]}"}; do
        matrix=$(basename "$file")
        one large "@${matrix%%.mtx*}" "$file"
      done
      ;;
  esac
done
wait
node "$here/bench/validate-vectors.ts" "$out" validate-native
