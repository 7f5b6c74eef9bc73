#!/usr/bin/env bash
# What solvers take on a machine with an NVIDIA GPU and many cores: iterations of conjugate gradients by format beside the rate of a copy or triad, each step's bytes and time, on CUDA and on threads; to
# a residual beside CuPy's; PageRank of ten million links on threads and on WebGPU. Leaves OUT/*.md, *.json and host.txt, a table a step, each line as soon as it is there.
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle (--vulkan).
# Usage: bench/solvers-device.sh OUT [sums|cuda27|cuda5|cupy|cpu27|rank|rank-gpu|gmres…]   THREADS=16; each step has a limit of its own, 75 s at most, all of them together 5 minutes
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- cuda27 cuda5 cupy rank rank-gpu cpu27 gmres
threads=${THREADS:-$(nproc)}
# step NAME LIMIT COMMAND…
step() {
  local name=$1 limit=$2
  shift 2
  local begin=$SECONDS
  timeout "$limit" "$@" > "$out/$name.md" 2> "$out/$name.log"
  echo "$name: exit $? after $((SECONDS - begin)) s" | tee -a "$out/steps.txt"
}
grid=${GRID:-1024}
side=${SIDE:-100}
for name in "$@"; do
  case $name in
    sums)
      # Whether sums are right, and the same each time, before anything is timed.
      step sums 45 node bench/sum-bits.ts --sizes "${SUM_ROWS:-1000,20000}"
      step conform-sums 45 node tools/test-gpu/conform.ts cuda --jobs 6 --seconds 25 --tiers quick --only 'fused|dots|linear|descend|hadamard' --out "$out/conform-sums.json"
      ;;
    cuda27) step cuda27 60 node bench/cg.ts cuda csr sell packed packed,separate --matrix "gen:stencil27?n=$side" --json "$out/cuda27.json" ;;
    cuda5) step cuda5 45 node bench/cg.ts cuda csr sell packed packed,separate ellpack:cuda/ellpack --jacobi --matrix "gen:stencil5?n=$grid" --solve 1e-6 --json "$out/cuda5.json" ;;
    cupy)
      # In turns with ours, which has run before it.
      step cupy 40 python3 bench/peers/cupy-cg.py "gen:stencil5?n=$grid" 1e-6 4 "$out/cupy.json" cupy
      step cuda5-again 30 node bench/cg.ts cuda --jacobi --matrix "gen:stencil5?n=$grid" --solve 1e-6 --json "$out/cuda5-again.json"
      step cupy-again 40 python3 bench/peers/cupy-cg.py "gen:stencil5?n=$grid" 1e-6 4 "$out/cupy-again.json" cupy
      ;;
    cpu27) step cpu27 75 node bench/cg.ts threads csr sell csr:native/csr csr16:wasm/csr16-simd --threads "$threads" --matrix "gen:stencil27?n=$side" --samples 7 --iterations 20 --json "$out/cpu27.json" ;;
    rank) step rank 75 node bench/page-rank.ts threads:any:advised threads:csr:native/csr threads:sell:native/sell threads:csr:wasm/csr-simd --threads "$threads" --json "$out/rank.json" ;;
    rank-gpu) step rank-gpu 75 node bench/page-rank.ts webgpu:any:advised:f32 webgpu:packed:wgsl/packed:f32 cuda:any:advised --iterations 1000 --json "$out/rank-gpu.json" ;;
    gmres) step gmres 45 node bench/gmres.ts cuda --matrix "gen:stencil5?n=$grid" --json "$out/gmres.json" ;;
    *) echo "no step '$name'" >&2 ;;
  esac
done
cat "$out/steps.txt"
