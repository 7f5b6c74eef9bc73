#!/usr/bin/env bash
# On a Linux x64 host with a GPU and nothing else: unpacks the bundle of tools/offline-bundle and runs the steps asked for.
# Usage: bench/webgpu/device.sh BUNDLE OUT STEP...   with STEP one of: smoke validate conform stress bench unchecked
set -uo pipefail
bundle=$1
out=$2
shift 2
mkdir -p "$out"
out=$(cd "$out" && pwd)
dir=$(python3 "$bundle/unpack.py" /tmp/spmv-webgpu) || exit 1
export PATH=$dir/bin:$PATH
ldconfig -p | grep -q libvulkan.so.1 || export LD_LIBRARY_PATH=$dir/loader/usr/lib/x86_64-linux-gnu:${LD_LIBRARY_PATH:-}
# The driver's loader file may lie where no loader looks for it.
icd=$(find /etc/vulkan /usr/share/vulkan /usr/local/nvidia/share/vulkan -name 'nvidia_icd*.json' 2> /dev/null | head -1)
[[ -n $icd ]] && export VK_DRIVER_FILES=$icd
# cuSPARSE, to compare with, may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
cd "$dir" || exit 1
commit=$(cat bench/webgpu/commit 2> /dev/null || echo unknown)
# The matrices of the recorded table.
table='^(bcsstk33|ego-twitter_u|lap3d_40|memplus|soc-slashdot0902_u|usroads|grid5-1500|random-1M-16|power-law-1M|stencil27-112)$'
for step in "$@"; do
  echo "== $step ($SECONDS s)"
  case $step in
    smoke)
      nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv,noheader
      node bench/webgpu/one-product.mjs --idle
      echo "exit code $?"
      ;;
    probe)
      nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv,noheader
      ;;
    dispatch) timeout 20 node bench/webgpu/dispatch-cost.mjs --out "$out/dispatch.json" ;;
    experiment) timeout 75 node bench/webgpu/experiment.mjs --out "$out" --matrices matrices --seconds "${EXPERIMENT_SECONDS:-42}" ;;
    validate) timeout "${VALIDATE_SECONDS:-150}" node bench/webgpu/validate.mjs --jobs "${VALIDATE_JOBS:-14}" --matrices matrices --precision f32,df64,f16 --out "$out/validate.json" ;;
    conform) timeout "$((${CONFORM_SECONDS:-100} + 20))" node bench/webgpu/conform.mjs --jobs "${CONFORM_JOBS:-15}" --seconds "${CONFORM_SECONDS:-100}" ${CONFORM_FLAGS:-} --out "$out/conform.json" ;;
    stress) node bench/webgpu/stress.mjs --count "${STRESS_COUNT:-1000}" --jobs "${STRESS_JOBS:-14}" --seconds "${STRESS_SECONDS:-140}" --out "$out/stress.json" ;;
    bench) timeout "$((${BENCH_SECONDS:-110} + 40))" node bench/webgpu/run.mjs --out "$out" --matrices matrices --only "${ONLY:-$table}" --precision "${PRECISION:-f32,df64}" --commit "$commit" --seconds "${BENCH_SECONDS:-110}" ${BENCH_FLAGS:-} ;;
    unchecked) node bench/webgpu/run.mjs --out "$out" --name unchecked --matrices matrices --only '^(lap3d_40|bcsstk33|usroads)$' --commit "$commit" --no-validation --no-cuda ;;
    *)
      echo "unknown step $step" >&2
      exit 2
      ;;
  esac
done 2>&1 | tee "$out/device.log"
echo "== done ($SECONDS s)"
