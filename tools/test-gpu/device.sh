#!/usr/bin/env bash
# On a host with an NVIDIA GPU and nothing else: unpacks the bundle and runs the tests that need a GPU. Usage: device.sh OUT [--again] [STEP...]
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
dir=/tmp/spmv-test-gpu
sum=$(sha256sum < "$here/.bundle/app.tar.xz")
if [[ $(cat "$dir/.sum" 2> /dev/null) != "$sum" ]]; then
  python3 "$here/.bundle/unpack.py" "$dir" || exit 1
  echo "$sum" > "$dir/.sum"
fi
export PATH=$dir/bin:$PATH
for library in libcusparse.so.12 libcusparse.so.13 libnvrtc.so.13 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
# The Vulkan loader of the bundle, and the driver's loader file where no loader looks for it.
ldconfig -p 2> /dev/null | grep -q libvulkan.so.1 || export LD_LIBRARY_PATH=$dir/loader/usr/lib/x86_64-linux-gnu:${LD_LIBRARY_PATH:-}
icd=$(find /etc/vulkan /usr/share/vulkan /usr/local/nvidia/share/vulkan -name 'nvidia_icd*.json' 2> /dev/null | head -1)
[[ -n $icd ]] && export VK_DRIVER_FILES=$icd
[[ -z $(command -v compute-sanitizer) && -d /usr/local/cuda/bin ]] && export PATH=$PATH:/usr/local/cuda/bin
cd "$dir" || exit 1
export NODE_OPTIONS=--max-old-space-size=16384
exec node tools/test-gpu/main.mjs --out "$out" "$@"
