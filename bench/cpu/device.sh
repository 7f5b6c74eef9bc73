#!/usr/bin/env bash
# On a host with g++ and Python 3 but neither network nor Node: unpacks the offline bundle, builds the native peers and writes the
# tables to OUT. Usage: bench/cpu/device.sh BUNDLE OUT [SECONDS for the table]
# ONLY: a pattern of matrices. STEPS: which of "bandwidth table sweep" (default all).
# BUNDLE may hold eigen3.tar.xz (the headers) and peers.tar.xz (peers/native-libraries and peers/lib, built where MKL and librsb are).
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
bundle=$(cd "$1" && pwd)
out=$2
seconds=${3:-90}
mkdir -p "$out"
out=$(cd "$out" && pwd)
dir=$(python3 "$bundle/unpack.py" /tmp/spmv-cpu) || exit 1
export PATH=$dir/bin:$PATH
echo "== unpacked ($SECONDS s)"; nproc; grep -m1 'model name' /proc/cpuinfo; lscpu | grep -E 'L2|L3|NUMA|Thread' ; node --version
peers=$dir/bench/peers
mkdir -p "$peers/dist" /tmp/eigen
[[ -e $bundle/eigen3.tar.xz ]] && tar -xJf "$bundle/eigen3.tar.xz" -C /tmp/eigen
[[ -e $bundle/peers.tar.xz ]] && tar -xJf "$bundle/peers.tar.xz" -C "$peers/dist" --strip-components=1
CPLUS_INCLUDE_PATH=/tmp/eigen/eigen3 sh "$peers/build.sh" 2>&1 | tail -3
echo "== built ($SECONDS s)"
# SPMV_THP=always: pages of 2 MiB for everybody. With "madvise", only libraries that ask (MKL's own copies) get them; V8 does not ask.
[[ -n ${SPMV_THP:-} ]] && echo "$SPMV_THP" > /sys/kernel/mm/transparent_hugepage/enabled
echo "huge pages: $(cat /sys/kernel/mm/transparent_hugepage/enabled)"
commit=$(git -C "$here" rev-parse --short HEAD 2> /dev/null || cat "$bundle/commit" 2> /dev/null || echo unknown)
cd "$dir" || exit 1
for step in ${STEPS:-bandwidth table sweep}; do
  case $step in
    bandwidth) node bench/cpu/bandwidth.mjs 2>&1 | tee "$out/bandwidth.txt" ;;
    table) node bench/cpu/run.mjs --matrices "$dir/matrices" --only "${ONLY:-}" --seconds "$seconds" --out "$out" --name cpu --commit "$commit" 2>&1 ;;
    sweep) timeout 60 node bench/cpu/sweep.mjs --only '^stencil27-(96|32)$' --out "$out/sweep.csv" 2>&1 | tail -3 ;;
  esac
  echo "== $step ($SECONDS s)"
done
