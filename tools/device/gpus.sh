#!/usr/bin/env bash
# Several GPUs of one host as one: whether it is right, on these devices and on one that stands in for two, with compute-sanitizer beside; then one GPU beside several: products
# by gpus.ts, and by the command several vectors, transposes, a sum and 200 iterations of conjugate gradients; then racecheck and initcheck. 250 s with what is usual.
# Leaves OUT/summary.txt, host.txt, gpus.md as a table, and what each part printed: NAME.json and NAME.log; of the operations NAME@DEVICES.json, two of which `spmv compare` sets side by side.
# Usage: gpus.sh OUT   DEVICES=0,1 CHECK=45 TIMES=95 OPERATIONS=65 SANITIZE=35 (seconds of the parts) STAGES="check times operations sanitize" others than these; SIZES=0.1,4.6 in GB, SIDES="68 108" of stencils
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
several() { part "$1" "$limit" node tools/device/several.ts --devices "$2" "${@:3}"; }
conform() {
  part "$1" $((limit + 15)) node tools/device/conform.ts cuda --tiers quick --jobs 6 --device "$2" --seconds "$limit" \
    --only '^cuda/(csr|coo|ell|packed|sell|spmm-csr|spmm-packed|fused|linear|advance|descend|conjugate|hadamard|dots|scalar|gather)' --out "$out/$1-all.json"
}
# ends NAME...: the last lines of each.
ends() {
  for name in "$@"; do
    echo "== $name"
    tail -n 12 "$out/$name.json" | cut -c 1-1200
    grep -v '^$' "$out/$name.log" | tail -n 4 | cut -c 1-400
  done | tee -a "$out/summary.txt"
}
for stage in ${STAGES:-check times operations sanitize}; do
  case $stage in
    check)
      several several "$devices" &
      several several-one 0,0 &
      several several-apart "$devices" --overlap always &
      conform conform "$devices" &
      conform conform-one 0,0 &
      part memcheck $((limit + 15)) compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 \
        node tools/device/several.ts --devices "$devices" --overlap always --operations spmv,fused --solvers cg &
      wait
      ends several several-one several-apart memcheck conform conform-one
      ;;
    times)
      part times "${TIMES:-95}" node --expose-gc tools/device/gpus.ts "$out/gpus.json" --devices "$devices" --seconds $((${TIMES:-95} - 25)) ${SIZES:+--sizes "$SIZES"}
      cat "$out/gpus.md"
      ;;
    operations)
      until=$((SECONDS + ${OPERATIONS:-65})) first=${devices%%,*}
      [[ $first == all ]] && first=0
      for what in 'spmv' 'spmv --option transpose=true' 'spmm --vectors 8' dots cg; do
        for side in ${SIDES:-68 108}; do
          read -r operation arguments <<< "$what"
          name=$operation${arguments//[^a-z0-9]/}-$side
          for on in "$first" "$devices"; do
            seconds=$((until - SECONDS))
            ((seconds > 5)) || break 3
            case $operation in
              cg) part "$name@$on" "$seconds" "${command[@]}" solve "gen:stencil27?n=$side" --method cg --precond none --tol 1e-300 --maxiter 200 -b cuda --device "$on" ;;
              dots) part "$name@$on" "$seconds" "${command[@]}" bench --operation dots --size n=$((side ** 3)) -b cuda --device "cuda=$on" --precision f64 --json ;;
              *) part "$name@$on" "$seconds" "${command[@]}" bench "gen:stencil27?n=$side" --operation $what --format csr -b cuda --device "cuda=$on" --precision f64 --max-bytes 8Gi --json ;;
            esac
          done
        done
      done
      ;;
    sanitize)
      for tool in racecheck initcheck; do
        part "$tool" "${SANITIZE:-35}" compute-sanitizer --tool "$tool" --error-exitcode 9 \
          node tools/device/several.ts --devices "$devices" --overlap always --operations '' --solvers cg,gmres &
      done
      wait
      ends racecheck initcheck
      ;;
    *) echo "There is no stage $stage; there are check, times, operations and sanitize." && exit 2 ;;
  esac
done
