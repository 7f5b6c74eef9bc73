#!/usr/bin/env bash
# On an NVIDIA GPU: how cuda/spmm-csr-warp has its entries in shared memory, one way and the other in turns, first whether both are right; then the kernels of
# WebGPU beside CUDA's in the same turns. Writes OUT/conform-*.json, OUT/warp.csv and OUT/webgpu.csv as it goes. From a clone after pnpm build; WebGPU needs Vulkan.
# Usage: bench/spmm-turns.sh OUT      SECONDS_EACH=100 for each table; CONFORMANCE=60 seconds of each at most, 0 for none; MATRICES='stencil27?n=20' for others
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
seconds=${SECONDS_EACH:-100}
read -ra matrices <<< "${MATRICES:-stencil27?n=100 fem-band?rows=100000&block=3&perRow=64 powerlaw?rows=500000&meanPerRow=6&maxPerRow=2000 random?rows=300000&perRow=16}"
if [[ ${CONFORMANCE:-60} != 0 ]]; then
  for what in 'cuda spmm-csr-warp' 'webgpu spmm-csr-(blocks|entries)'; do
    read -r backend only <<< "$what"
    node tools/test-gpu/conform.ts "$backend" --jobs 6 --seconds "${CONFORMANCE:-60}" --only "$only" --out "$out/conform-$backend.json" > "$out/conform-$backend.log" 2>&1
    echo "conformance of $only on $backend ended with $?" | tee -a "$out/host.txt"
  done
fi
warp='cuda/spmm-csr-warp entries=arrays'
for more in 'entries=pairs' 'entries=pairs capacity=128' 'entries=arrays capacity=128'; do warp+=";cuda/spmm-csr-warp $more"; done
rm -f "$out/warp.csv" "$out/webgpu.csv"
node bench/spmm-turns.ts "$out/warp.csv" "$seconds" "${matrices[@]}" --candidates "${WARP:-$warp}" --precision "${PRECISION:-f32,f64}"
cat "$out/warp.csv"
webgpu='cuda/spmm-csr-blocks;wgsl/spmm-csr-blocks;cuda/spmm-csr-entries;wgsl/spmm-csr-entries;wgsl/spmm-csr;wgsl/spmm-sell;cuda/spmm-csr-warp entries=pairs'
node bench/spmm-turns.ts "$out/webgpu.csv" "$seconds" "${matrices[@]}" --candidates "${WEBGPU:-$webgpu}" --precision f32 --vectors "${VECTORS:-8,32}"
cat "$out/webgpu.csv"
