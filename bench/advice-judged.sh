#!/usr/bin/env bash
# Measures and judges advice on the machine at hand, which has to be quiet: serial and threads with kernels in WebAssembly and native code in f64, WebGPU in
# f32 where there is a device, on the matrices that rules are made by and on those tagged `fresh`, which no rule has seen. Under ten minutes.
# OUT/judged.txt has the three tables: learned, held out, unseen.
# WebGPU without a GPU: VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json bench/advice-judged.sh OUT
# Usage: bench/advice-judged.sh OUT [BACKEND ...]      default: serial threads webgpu
set -uo pipefail
here=$(dirname "$0")
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[[ $# -eq 0 ]] && set -- serial threads webgpu
seen=()
unseen=()
for backend in "$@"; do
  if [[ $backend = webgpu ]]; then
    # Small ones: software computes them.
    set -- PRECISION=f32 MATRICES="$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).matrices.filter(m => m.nnz < 70000 && (m.for.includes("stored") || m.for.includes("advice"))).map(m => m.name).join()' "$here/matrices.json")"
  else set -- PRECISION=f64; fi
  env "$@" BUDGET="${BUDGET:-100s}" bash "$here/advice.sh" "$out/seen" "$backend"
  env "$@" BUDGET="${FRESH_BUDGET:-50s}" MATRICES=fresh bash "$here/advice.sh" "$out/fresh" "$backend"
  [[ -s $out/seen/$backend.json ]] && seen+=("$out/seen/$backend.json")
  [[ -s $out/fresh/$backend.json ]] && unseen+=(--unseen "$out/fresh/$backend.json")
done
node "$here/../packages/cli/dist/main.js" advise --judge "${seen[@]}" "${unseen[@]}" | tee "$out/judged.txt"
