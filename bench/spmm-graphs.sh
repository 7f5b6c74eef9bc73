#!/usr/bin/env bash
# On an NVIDIA GPU: graphs whose rows differ much, 32 and 64 vectors, where our kernels were below cuSPARSE: cuda/spmm-csr-entries
# at several shares beside cuSPARSE's best algorithms in the same turns; then pairs of entries of cuda/spmm-csr-warp in f64. First whether both are right.
# Writes OUT/conform.json, OUT/graphs.csv and OUT/pairs.csv as it goes. From a clone after pnpm build, with the graphs in bench/matrices or FOLDER.
# Usage: bench/spmm-graphs.sh OUT      SECONDS_GRAPHS=55 SECONDS_PAIRS=35 CONFORMANCE=20 (seconds of each at most; 0 for none)
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
folder=${FOLDER:-bench/matrices}
conformance=${CONFORMANCE:-20}
if [[ $conformance != 0 ]]; then
  node tools/test-gpu/conform.ts cuda --jobs 6 --seconds "$conformance" --only 'spmm-csr-(entries|warp)' --out "$out/conform.json" > "$out/conform.log" 2>&1
  echo "conformance ended with $?" | tee -a "$out/host.txt"
fi
rm -f "$out/graphs.csv" "$out/pairs.csv"
graphs=()
for name in wiki-Vote soc-slashdot0902_u email-Enron cit-HepPh ca-AstroPh-cc1 CA-HepPh_ids; do graphs+=("$folder/$name.mtx.gz"); done
entries='cuda/spmm-csr-entries'
for more in 'share=32 blockSize=64' 'share=64 blockSize=64' 'share=64 blockSize=128' 'share=128 blockSize=128'; do entries+=";cuda/spmm-csr-entries $more"; done
entries+=';cuda/spmm-csr;cuda/spmm-csr-warp entries=pairs;cuda/spmm-cusparse-csr-alg3;cuda/spmm-cusparse-csr-alg2;cuda/spmm-cusparse-coo-alg4'
node bench/spmm-turns.ts "$out/graphs.csv" "${SECONDS_GRAPHS:-55}" "${graphs[@]}" --candidates "$entries" --vectors 64,32 --precision f64,f32 --turns 3
column -s, -t < "$out/graphs.csv"
pairs='cuda/spmm-csr-warp entries=arrays;cuda/spmm-csr-warp entries=pairs;cuda/spmm-csr-warp entries=pairs capacity=256;cuda/spmm-csr-warp entries=arrays capacity=256'
node bench/spmm-turns.ts "$out/pairs.csv" "${SECONDS_PAIRS:-35}" 'fem-band?rows=100000&block=3&perRow=64' 'random?rows=300000&perRow=16' 'powerlaw?rows=500000&meanPerRow=6&maxPerRow=2000' 'stencil27?n=60' \
  --candidates "$pairs" --vectors 4,8,32 --precision f64,f32 --turns 3
column -s, -t < "$out/pairs.csv"
