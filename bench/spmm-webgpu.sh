#!/usr/bin/env bash
# On an NVIDIA GPU with Vulkan: where kernels of several vectors in WGSL were below 0.8 of CUDA's at eight vectors, at several of their points in the same turns: blocks of
# rows on a stencil and on finite elements by how many threads share a block, CSR on a power law and others by how rows are divided and by workgroups. First whether blocks are right.
# Writes OUT/conform.json and OUT/webgpu.csv as it goes. From a clone after pnpm build.
# Usage: bench/spmm-webgpu.sh OUT      SECONDS_BLOCKS=45 SECONDS_LAW=30 CONFORMANCE=15 (seconds of each at most; 0 for none)      SIDE=100 of the stencil, ROWS=500000 of the law
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
conformance=${CONFORMANCE:-15}
if [[ $conformance != 0 ]]; then
  node tools/test-gpu/conform.ts webgpu --jobs 6 --seconds "$conformance" --only 'spmm-csr-blocks' --out "$out/conform.json" > "$out/conform.log" 2>&1
  echo "conformance ended with $?" | tee -a "$out/host.txt"
fi
rm -f "$out/webgpu.csv"
blocks='cuda/spmm-csr-blocks'
for threads in 1 2 4; do blocks+=";wgsl/spmm-csr-blocks threadsPerRow=$threads"; done
turns() { node bench/spmm-turns.ts "$out/webgpu.csv" "$@" --precision f32 --turns 3; }
turns "${SECONDS_BLOCKS:-45}" 'fem-band?rows=100000&block=3&perRow=64' "stencil27?n=${SIDE:-100}" --candidates "$blocks" --vectors 8
law='cuda/spmm-csr-warp;cuda/spmm-csr;wgsl/spmm-csr'
for more in longRow=32 longRow=128 ahead=8 blockSize=256 'blockSize=256 longRow=32' 'blockSize=256 longRow=128'; do law+=";wgsl/spmm-csr $more"; done
turns "${SECONDS_LAW:-30}" "powerlaw?rows=${ROWS:-500000}&meanPerRow=6&maxPerRow=2000" 'random?rows=300000&perRow=16' 'fem-band?rows=100000&block=3&perRow=64' --candidates "$law" --vectors 8,32
cat "$out/webgpu.csv"
