#!/usr/bin/env bash
# Several GPUs of one host as one: first whether it is right, on these devices and on one that stands in for two, with compute-sanitizer beside; then one GPU
# beside several by bench/gpus.ts (products of SpMV) and bench/gpus-operations.ts (several vectors, transposed, a sum, iterations of conjugate gradients), then racecheck and initcheck. Leaves
# OUT/several.json, several-one.json, several-apart.json, conform.json, conform-one.json, memcheck.json, gpus.json and gpus.md, operations.json and operations.md, racecheck.json, initcheck.json, host.txt and
# OUT/summary.txt, each as it comes: 250 s with what is usual. From a clone after pnpm build, or beside the bundle of tools/offline-bundle.
# Usage: bench/gpus.sh OUT   DEVICES=0,1 CHECK=45 TIMES=95 OPERATIONS=65 SANITIZE=35 (seconds of the parts) STAGES="check times operations sanitize" others than these; SIZES=0.1,4.6 in GB
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
devices=${DEVICES:-all}
if [[ $(nvidia-smi -L 2> /dev/null | wc -l) -lt 2 && $devices == all ]]; then devices=0,0; fi
{
  nvidia-smi -L
  nvidia-smi topo -m
  echo "devices $devices"
} 2>&1 | tee -a "$out/host.txt"
limit=${CHECK:-45}
# part NAME SECONDS COMMAND: its end goes into the summary.
part() {
  local name=$1 seconds=$2 begin=$SECONDS
  shift 2
  timeout -k 5 "$seconds" "$@" > "$out/$name.json" 2> "$out/$name.log"
  echo "$name ended with $? after $((SECONDS - begin)) s" | tee -a "$out/summary.txt"
}
conform() {
  part "$1" $((limit + 15)) node tools/test-gpu/conform.ts cuda --tiers quick --jobs 6 --device "$2" --seconds "$limit" \
    --only '^cuda/(csr|coo|ell|packed|sell|spmm-csr|spmm-packed|fused|linear|advance|descend|conjugate|hadamard|dots|scalar|gather)' --out "$out/$1-all.json"
  [[ -s $out/$1-all.json ]] && gzip -f "$out/$1-all.json"
}
for stage in ${STAGES:-check times operations sanitize}; do
  case $stage in
    check)
      part several "$limit" node tools/test-gpu/several.ts --devices "$devices" &
      part several-one "$limit" node tools/test-gpu/several.ts --devices 0,0 &
      part several-apart "$limit" node tools/test-gpu/several.ts --devices "$devices" --overlap always &
      conform conform "$devices" &
      conform conform-one 0,0 &
      part memcheck $((limit + 15)) compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 \
        node tools/test-gpu/several.ts --devices "$devices" --overlap always --operations spmv,fused --solvers cg &
      wait
      for name in several several-one several-apart memcheck conform conform-one; do
        echo "== $name"
        tail -n 12 "$out/$name.json" | cut -c 1-1200
        grep -v '^$' "$out/$name.log" | tail -n 4 | cut -c 1-400
      done | tee -a "$out/summary.txt"
      ;;
    times)
      timeout -k 5 "${TIMES:-95}" node --expose-gc bench/gpus.ts "$out/gpus.json" --devices "$devices" \
        --seconds $((${TIMES:-95} - 25)) ${SIZES:+--sizes "$SIZES"} > "$out/gpus.log" 2>&1
      echo "times ended with $? after $SECONDS s" | tee -a "$out/summary.txt"
      [[ -s $out/gpus.json ]] && node bench/gpus-table.ts "$out/gpus.json" | tee "$out/gpus.md"
      tail -n 3 "$out/gpus.log" | cut -c 1-600
      ;;
    operations)
      timeout -k 5 "${OPERATIONS:-65}" node --expose-gc bench/gpus-operations.ts "$out/operations.json" --devices "$devices" \
        --seconds $((${OPERATIONS:-65} - 15)) ${SIZES:+--sizes "$SIZES"} > "$out/operations.md" 2> "$out/operations.log"
      echo "operations ended with $? after $SECONDS s" | tee -a "$out/summary.txt"
      cat "$out/operations.md"
      tail -n 3 "$out/operations.log" | cut -c 1-600
      ;;
    sanitize)
      for tool in racecheck initcheck; do
        part "$tool" "${SANITIZE:-35}" compute-sanitizer --tool "$tool" --error-exitcode 9 \
          node tools/test-gpu/several.ts --devices "$devices" --overlap always --operations '' --solvers cg,gmres &
      done
      wait
      for tool in racecheck initcheck; do
        echo "== $tool"
        tail -n 8 "$out/$tool.json" | cut -c 1-600
      done | tee -a "$out/summary.txt"
      ;;
    *) echo "There is no stage $stage; there are check, times, operations and sanitize." && exit 2 ;;
  esac
done
