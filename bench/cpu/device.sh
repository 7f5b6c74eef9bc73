#!/usr/bin/env bash
# On a host with g++ and Python 3 but neither network nor Node: unpacks the offline bundle, builds the native peers and writes the
# tables to OUT. Usage: bench/cpu/device.sh BUNDLE OUT [SECONDS for the table]
# NAME: what the files are called (default cpu). ONLY: a pattern of matrices. STEPS: which of "bandwidth table sweep" (default all).
# BUNDLE may hold eigen3.tar.xz (the headers) and peers.tar.xz (peers/native-libraries and peers/lib, built where MKL and librsb are).
set -uo pipefail
seconds=${3:-300}
name=${NAME:-cpu}
source "$(dirname "$0")/unpack.sh" "$1" "$2"
# SPMV_THP=always: pages of 2 MiB for everybody. With "madvise", only libraries that ask (MKL's own copies) get them; V8 does not ask.
[[ -n ${SPMV_THP:-} ]] && echo "$SPMV_THP" > /sys/kernel/mm/transparent_hugepage/enabled
echo "huge pages: $(cat /sys/kernel/mm/transparent_hugepage/enabled)"
for step in ${STEPS:-bandwidth table sweep}; do
  case $step in
    bandwidth) node bench/cpu/bandwidth.mjs --out "$out/$name-bandwidth.json" 2>&1 | tee "$out/$name-bandwidth.txt" ;;
    table) node bench/cpu/run.mjs --matrices "$dir/matrices" --only "${ONLY:-}" --rounds 4 --turn 15 --seconds "$seconds" --out "$out" --name "$name" 2>&1 ;;
    sweep) timeout 100 node bench/cpu/sweep.mjs --only '^stencil27-(96|32)$' --out "$out/$name-sweep.csv" 2>&1 | tail -3 ;;
  esac
  echo "== $step ($SECONDS s)"
done
