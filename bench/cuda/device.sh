#!/usr/bin/env bash
# On a host with an NVIDIA GPU and nothing else: unpacks the bundle and runs what the arguments ask for.
# Usage: bench/cuda/device.sh OUT STEP...   with STEP one of: smoke experiment check conform validate cycles sanitize full all record cli pack
# `check` is conform, validate and sanitize at once; `record` is check, cycles and full: everything that is recorded. `pack` makes
# OUT.tar.gz of what is in OUT, for bench/cuda/collect.mjs.
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
dir=/tmp/spmv-offline
# Unpacked once, and again when the bundle is another.
sum=$(sha256sum < "$here/.bundle/app.tar.xz")
if [[ $(cat "$dir/.sum" 2> /dev/null) != "$sum" ]]; then
  dir=$(python3 "$here/.bundle/unpack.py" "$dir") || exit 1
  echo "$sum" > "$dir/.sum"
fi
export PATH=$dir/bin:$PATH
# cuSPARSE and NVRTC may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libnvrtc.so.13 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
cd "$dir"
# Large matrices and several copies of them.
export NODE_OPTIONS=--max-old-space-size=8192
{
  node bench/cuda/provenance.mjs
  cat /proc/driver/nvidia/version 2> /dev/null
  nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,memory.used --format=csv 2> /dev/null
  echo "libraries: ${LD_LIBRARY_PATH:-none}"
  uname -r
  nproc
} | tee "$out/host.txt"

at() { echo "== $1 ($SECONDS s)"; }
conform() { timeout "$((${CONFORM_SECONDS:-100} + 8))" node bench/cuda/conform.mjs --out "$out" --jobs "${CONFORM_JOBS:-5}" --seconds "${CONFORM_SECONDS:-100}"; }
validate() { timeout "$((${VALIDATE_SECONDS:-85} + 22))" node bench/cuda/validate.mjs --matrices matrices --out "$out" --processes "${VALIDATE_PROCESSES:-6}" --seconds "${VALIDATE_SECONDS:-85}"; }
sanitize() { timeout "${SANITIZE_SECONDS:-107}" bash bench/cuda/sanitize.sh "$out"; }
cycles() { timeout 60 node bench/cuda/cycles.mjs --out "$out"; }
table() { timeout "$2" node bench/cuda/run.mjs --out "$out" --name "$1" --matrices matrices --only "${ONLY:-}" --level "$1" --seconds "$(($2 - 20))" --processes "${PROCESSES:-8}" "${@:3}"; }
cli() {
  timeout 30 spmv doctor > "$out/doctor.txt" 2>&1
  timeout 40 spmv bench matrices/memplus.mtx.gz --format csr,packed --backend cuda > "$out/cli-bench.txt" 2>&1
  tail -4 "$out/cli-bench.txt"
}
check() {
  conform &
  validate &
  sanitize &
  wait
}
full() { table full "${FULL_SECONDS:-170}"; }

for step in "$@"; do
  at "$step"
  case $step in
    smoke) node bench/cuda/run.mjs --out "$out" --name smoke --matrices matrices --only '^(bcsstk16|memplus|arrow)' --level full ;;
    experiment) node bench/cuda/experiment.mjs --out "$out" --matrices matrices --conform --seconds "${EXPERIMENT_SECONDS:-58}" ;;
    conform | validate | sanitize | cycles | check | full | cli) "$step" ;;
    all) table all "${ALL_SECONDS:-500}" ;;
    pack) tar -C "$(dirname "$out")" -czf "$out.tar.gz" "$(basename "$out")" ;;
    # What disturbs nothing first; memory and time are measured alone.
    record) check; at cycles; cycles; at full; full ;;
    *) echo "unknown step $step" >&2; exit 2 ;;
  esac
done
at done
