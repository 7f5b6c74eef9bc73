#!/usr/bin/env bash
# On a host with an NVIDIA GPU and nothing else: unpacks the bundle and runs what the arguments ask for.
# Usage: bench/cuda/device.sh OUT STEP...   with STEP one of: smoke experiment conform validate cycles sanitize tune full
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
out=$1
shift
dir=$(python3 "$here/.bundle/unpack.py" /tmp/spmv-offline) || exit 1
export PATH=$dir/bin:$PATH
# cuSPARSE and NVRTC may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libnvrtc.so.13 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
echo "libraries: ${LD_LIBRARY_PATH:-none}"
cd "$dir"
commit=$(cat bench/cuda/commit 2> /dev/null || echo unknown)
for step in "$@"; do
  echo "== $step ($SECONDS s)"
  case $step in
    smoke) nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv,noheader; node bench/cuda/run.mjs --out "$out" --name smoke --matrices matrices --only '^(bcsstk16|memplus|arrow)' --level full ;;
    experiment) node bench/cuda/experiment.mjs --out "$out" --matrices matrices --conform --seconds "${EXPERIMENT_SECONDS:-58}" ;;
    conform) node bench/cuda/conform.mjs --out "$out" --seconds "${CONFORM_SECONDS:-150}" ;;
    cycles) node bench/cuda/cycles.mjs ;;
    validate) node bench/cuda/validate.mjs --matrices matrices --out "$out" ;;
    sanitize) bash bench/cuda/sanitize.sh "$out" ;;
    tune) node bench/cuda/run.mjs --out "$out" --name tune --matrices matrices --only "${ONLY:-}" --level tune --no-oracle --runs 11 --commit "$commit" --seconds "${TUNE_SECONDS:-400}" ;;
    full) node bench/cuda/run.mjs --out "$out" --name full --matrices matrices --only "${ONLY:-}" --level full --commit "$commit" --seconds "${FULL_SECONDS:-480}" ;;
    *) echo "unknown step $step" >&2; exit 2 ;;
  esac
done
echo "== done ($SECONDS s)"
