#!/usr/bin/env bash
# On an NVIDIA GPU: graphs whose rows differ much, 32 and 64 vectors, where our kernels were below cuSPARSE: cuda/spmm-csr-entries at its usual share and at others, beside
# cuda/spmm-csr-warp, cuda/spmm-csr and cuSPARSE's best algorithms in the same turns. First whether the kernels that put parts of rows together are right.
# Writes OUT/conform.json and OUT/graphs.csv as it goes. From a clone after pnpm build, with the graphs in bench/matrices or FOLDER.
# Usage: bench/spmm-graphs.sh OUT      SECONDS_GRAPHS=60 CONFORMANCE=25 (seconds of each at most; 0 for none)
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
folder=${FOLDER:-bench/matrices}
conformance=${CONFORMANCE:-25}
if [[ $conformance != 0 ]]; then
  node tools/test-gpu/conform.ts cuda --jobs 6 --seconds "$conformance" --only 'spmm-(csr-entries|csr-warp|csr|packed)$' --out "$out/conform.json" > "$out/conform.log" 2>&1
  echo "conformance ended with $?" | tee -a "$out/host.txt"
fi
rm -f "$out/graphs.csv"
graphs=()
for name in wiki-Vote soc-slashdot0902_u email-Enron cit-HepPh ca-AstroPh-cc1 CA-HepPh_ids; do graphs+=("$folder/$name.mtx.gz"); done
entries='cuda/spmm-csr-entries'
for share in 16 24 32 40 64; do entries+=";cuda/spmm-csr-entries share=$share"; done
entries+=';cuda/spmm-csr-entries blockSize=128;cuda/spmm-csr;cuda/spmm-csr-warp;cuda/spmm-cusparse-csr-alg3;cuda/spmm-cusparse-csr-alg2;cuda/spmm-cusparse-coo-alg4'
node bench/spmm-turns.ts "$out/graphs.csv" "${SECONDS_GRAPHS:-60}" "${graphs[@]}" --candidates "$entries" --vectors 64,32 --precision f32,f64 --turns 3
cat "$out/graphs.csv"
