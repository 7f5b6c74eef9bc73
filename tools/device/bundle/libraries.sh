#!/usr/bin/env bash
# Makes FOLDER with the libraries that native kernels are compared with, small enough to travel: MKL, linked from its static libraries with what packages/kernels-vendor
# calls of it and of its kernels only those for AVX-512; OpenBLAS; librsb with hwloc; Eigen's headers. For a host with AVX-512.
# Needs Debian's libmkl-dev (non-free), libopenblas0-pthread, librsb0, libeigen3-dev. Usage: tools/device/bundle/libraries.sh FOLDER   (minutes)
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
system=/usr/lib/x86_64-linux-gnu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Layers are chosen when it is linked.
cat > layers.c << 'END'
int MKL_Set_Interface_Layer(int layer) { return layer; }
int MKL_Set_Threading_Layer(int layer) { return layer; }
END
echo '{ global: MKL_Set_*; mkl_sparse_*; cblas_?gemm; local: *; };' > exports
called=(MKL_Set_Dynamic MKL_Set_Num_Threads_Local mkl_sparse_set_mv_hint mkl_sparse_set_mm_hint mkl_sparse_optimize mkl_sparse_destroy cblas_dgemm cblas_sgemm)
for letter in d s; do called+=("mkl_sparse_${letter}_create_csr" "mkl_sparse_${letter}_mv" "mkl_sparse_${letter}_mm"); done
cp "$system/libmkl_core.a" core.a
ar t core.a | grep -E '_(avx512_mic|avx2|avx|mc3|mc)[_.]' > others
ar d core.a @others
link() {
  gcc -shared -fPIC -O2 layers.c "$@" "${called[@]/#/-Wl,-u,}" -Wl,--version-script=exports -Wl,--gc-sections -Wl,--start-group \
    "$system/libmkl_intel_lp64.a" "$system/libmkl_gnu_thread.a" core.a -Wl,--end-group -lgomp -lpthread -lm -ldl -s
}
# What was left out is named in tables of functions: it ends the process if it is ever called.
{
  echo .text
  { link -o first.so -Wl,--no-undefined 2>&1 || true; } | sed -nE "s/.*undefined reference to \`([^']+)'.*/\1/p" | sort -u | sed -E 's/(.*)/.globl \1\n\1:/'
  echo ud2
  echo ".section .note.GNU-stack,\"\",@progbits"
} > left-out.s
gcc -c left-out.s
link -o "$out/libmkl_rt.so.2" left-out.o -Wl,--no-undefined
# The layers, which are in it: their files are looked for beside it.
for layer in core intel_lp64 gnu_thread def; do : > "$out/libmkl_$layer.so.2"; done

for name in libopenblas.so.0 librsb.so.0 libhwloc.so.15; do cp -L "$system/$name" "$out/$name"; done
strip "$out"/libopenblas.so.0 "$out"/librsb.so.0
mkdir -p "$out/include/eigen3"
cp -r /usr/include/eigen3/Eigen "$out/include/eigen3/"
du -sh "$out"
