#!/usr/bin/env bash
# Counts sectors of global loads and stores of three matrices for each kernel that is taught, with ncu on an NVIDIA GPU (its counters must be allowed:
# run as root, or see ERR_NVGPUCTRPERM). Cases: ncu-cases.json. Leaves OUT/ncu-sectors.csv, to be kept as bench/results/cuda/ncu-sectors.csv,
# where packages/trace/test/ncu.test.ts compares it; beside it OUT/ncu.csv as ncu wrote it, OUT/launches.json and OUT/host.txt.
# Usage: tools/device/ncu-sectors.sh OUT
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
[[ -z $(command -v ncu) && -x /usr/local/cuda/bin/ncu ]] && export PATH=$PATH:/usr/local/cuda/bin
if [[ -z $(command -v ncu) ]]; then
  echo 'ncu is not installed here: it is part of the CUDA toolkit (Nsight Compute).' >&2
  exit 6
fi
ncu --version | tail -1 | tee -a "$out/host.txt"
metrics=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
ncu --clock-control none --target-processes all --metrics "$metrics" --csv --page raw --log-file "$out/ncu.csv" \
  node tools/device/ncu-sectors.ts run "$out/launches.json" || exit 1
node tools/device/ncu-sectors.ts table "$out/launches.json" "$out/ncu.csv" > "$out/ncu-sectors.csv" || exit 1
wc -l "$out/ncu-sectors.csv"
