#!/usr/bin/env bash
# On a host with a GPU and Python 3 but neither network nor Node: unpacks the offline bundle and writes the table of formats to OUT.
# Usage: bench/formats/device.sh BUNDLE OUT [SECONDS]   ONLY: a pattern of matrices. BACKENDS: default cuda. PRECISION: default f64.
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
bundle=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
seconds=${3:-35}
dir=$(python3 "$bundle/unpack.py" /tmp/spmv-formats) || exit 1
export PATH=$dir/bin:$PATH
# These programs may be newer than the bundle; the packages that they measure are the bundle's.
mkdir -p "$dir/bench/formats" && cp "$here"/bench/formats/*.mjs "$dir/bench/formats/"
ldconfig -p | grep -q libvulkan.so.1 || export LD_LIBRARY_PATH=$dir/loader/usr/lib/x86_64-linux-gnu:${LD_LIBRARY_PATH:-}
icd=$(find /etc/vulkan /usr/share/vulkan /usr/local/nvidia/share/vulkan -name 'nvidia_icd*.json' 2> /dev/null | head -1)
[[ -n $icd ]] && export VK_DRIVER_FILES=$icd
# cuSPARSE, to compare with, may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
commit=$(git -C "$here" rev-parse --short HEAD 2> /dev/null || cat "$dir/bench/cuda/commit" 2> /dev/null || echo unknown)
only=${ONLY:-'^(lap3d_40|Grond4e4|usroads|bcsstk33|cage9|stencil27-64|grid5-1000|fem-band-100k|binomial-300k-16|few-long-rows-300k|short-rows-500k)$'}
echo "== unpacked ($SECONDS s)"
cd "$dir" || exit 1
node bench/formats/run.mjs --backends "${BACKENDS:-cuda}" --precision "${PRECISION:-f64}" --matrices "$dir/matrices" --only "$only" --seconds "$seconds" --out "$out" --name "${NAME:-device}" --commit "$commit"
echo "== done ($SECONDS s)"
