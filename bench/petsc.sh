#!/usr/bin/env bash
# Backend petsc beside a plain C program on PETSc with 1 … 15 ranks, our conjugate gradients beside KSP's, and the model of spmv plan beside both.
# Usage: bench/petsc.sh OUT [arguments of bench/petsc/measure.ts]   about 150 s on 16 cores. From a clone with PETSc, or from a bundle made with --petsc.
#        bench/petsc.sh OUT causes [arguments of bench/petsc/causes.ts]   why ours differs from the C program: pages, cores, looking; about 500 s
#        bench/petsc.sh OUT parts [arguments of bench/petsc/parts.ts]     where the time on top goes; about 100 s
source "$(dirname "$0")/begin.sh" "$1"
set -euo pipefail
shift
# Slots are processors, not cores; where there are fewer all the same, ranks share them.
export SPMV_PETSC_ALLOW_ROOT=1 OMPI_MCA_hwloc_base_use_hwthreads_as_cpus=1 OMPI_MCA_rmaps_base_oversubscribe=1
if [[ ${1-} == causes || ${1-} == parts ]]; then
  lscpu > "$out/lscpu.txt" || true
  node "bench/petsc/$1.ts" "$out" "${@:2}" 2>&1 | tee "$out/log.txt"
  exit
fi
node bench/petsc/measure.ts "$out" "$@" 2>&1 | tee "$out/log.txt"
# 1,024 ranks by the constants of this machine, hosts joined by 1.5 µs and 25 GB/s.
spmv plan 'gen:stencil27?n=100' --ranks 1024 --constants "$out/constants.json" --latency 1.5 --bandwidth 25 | tee "$out/plan.txt"
