#!/usr/bin/env bash
# Measures products of several vectors on an NVIDIA GPU beside cuSPARSE's: every kernel at its usual point, X and Y by rows, as many whole problems as
# fit into five minutes: a few matrices that differ, then large ones, then all that are stored. Leaves OUT/few.json, large.json, stored.json, host.txt,
# and OUT/ratios.md, made of them by bench/spmm-ratios.ts, which names what is missing. Run again with the same OUT, it goes on with that.
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle.
# Usage: bench/spmm.sh OUT [few|large|stored...]   FEW=70s LARGE=80s STORED=130s for each; VECTORS=4,16,64 PRECISION=f64 others than 2,8,32 in both;
#        MATRICES=… in place of the few; BACKEND=serial where there is no GPU
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- few large stored
# What earlier runs found below cuSPARSE, and structures that none of these has.
few=${MATRICES:-soc-slashdot0902_u,wiki-Vote,ca-AstroPh-cc1,email-Enron,CA-HepPh_ids,bcsstk33,cavity10,memplus,lap3d_40,lp_qap15,usroads,cage9}
large=stencil27-64,fem-band-100k,power-law-500k,random-300k-16,grid5-1000
# measure NAME BUDGET MATRICES [EARLIER]: goes on from NAME.json, or from what another name measured of the same.
measure() {
  local name=$1 earlier again=()
  for earlier in "$1" "${@:4}"; do
    [[ -s $out/$earlier.json ]] || continue
    cp "$out/$earlier.json" "$out/.earlier.json"
    again=(--resume "$out/.earlier.json")
    break
  done
  spmv bench "@bench/matrices.json#$3" --operation spmm --vectors "${VECTORS:-2,8,32}" --precision "${PRECISION:-f64,f32}" \
    --backend "${BACKEND:-cuda}" --max-bytes 6G --time-budget "$2" ${again[@]+"${again[@]}"} --json > "$out/.next.json" 2> "$out/$name.log"
  echo "$name ended with $? after $SECONDS s" | tee -a "$out/host.txt"
  [[ -s $out/.next.json ]] && mv "$out/.next.json" "$out/$name.json"
  rm -f "$out/.earlier.json"
}
for stage in "$@"; do
  case $stage in
    few) measure few "${FEW:-70s}" "$few" ;;
    large) measure large "${LARGE:-80s}" "$large" ;;
    stored) measure stored "${STORED:-130s}" stored few ;;
    *) echo "There is no stage $stage; there are few, large and stored." && exit 2 ;;
  esac
done
documents=()
for name in few large stored; do [[ -s $out/$name.json ]] && documents+=("$out/$name.json"); done
node bench/spmm-ratios.ts "${documents[@]}" > "$out/ratios.md"
