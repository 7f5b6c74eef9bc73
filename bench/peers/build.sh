#!/bin/sh
# Builds native.cpp and native-spmm.cpp with every library found, Eigen, MKL, librsb, and matrix-market.cpp. Usage: bench/peers/build.sh [OUTPUT]
set -eu
cd "$(dirname "$0")"
out=${1:-dist/native}
mkdir -p "$(dirname "$out")"
flags="-O3 -march=native -fopenmp -std=c++17"
libs=""
has() { echo "#include <$1>" | g++ $flags ${2:-} -E -x c++ - >/dev/null 2>&1; }
if has Eigen/Sparse -I/usr/include/eigen3; then flags="$flags -DHAVE_EIGEN -I/usr/include/eigen3"; fi
mkl="${MKLROOT:-/usr}"
for include in "$mkl/include/mkl" "$mkl/include"; do
  if has mkl_spblas.h "-I$include"; then
    for lib in "$mkl/lib/intel64" "$mkl/lib/x86_64-linux-gnu" "$mkl/lib"; do
      if [ -e "$lib/libmkl_rt.so" ] || [ -e "$lib/libmkl_rt.so.2" ]; then
        flags="$flags -DHAVE_MKL -I$include"
        libs="$libs -L$lib -Wl,-rpath,$lib -Wl,--no-as-needed -lmkl_intel_lp64 -lmkl_gnu_thread -lmkl_core -lpthread -lm -ldl"
        break 2
      fi
    done
  fi
done
if has rsb.h && [ -n "$(g++ -print-file-name=librsb.so)" ]; then flags="$flags -DHAVE_RSB"; libs="$libs -lrsb"; fi
# shellcheck disable=SC2086
g++ $flags native.cpp -o "$out" $libs
g++ $flags native-spmm.cpp -o "$(dirname "$out")/native-spmm" $libs
echo "$out: g++ $flags"
g++ -O3 -march=native -std=c++17 -pthread matrix-market.cpp -o "$(dirname "$out")/matrix-market"
