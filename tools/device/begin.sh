# Sourced: source begin.sh OUT. Makes the folder OUT, sets `out`, `command` and `spmv`, goes to the folder that has bench/, and writes OUT/host.txt. On a host without Node,
# where `.bundle` is, that is what is unpacked of it (bundle/make.ts), with the libraries that a GPU needs; else the clone, after pnpm build.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
if [[ -e $here/.bundle/app.tar.xz ]]; then
  dir=/tmp/spmv-device
  sum=$(cat "$here"/.bundle/*.tar.xz | sha256sum)
  if [[ $(cat "$dir/.sum" 2> /dev/null) != "$sum" ]]; then
    python3 "$here/.bundle/unpack.py" "$dir" > /dev/null || exit 1
    echo "$sum" > "$dir/.sum"
  fi
  export PATH=$dir/bin:$PATH
  # Libraries of the bundle that native kernels are compared with, before those of the host.
  if [[ -d $dir/libraries ]]; then
    export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$dir/libraries CPLUS_INCLUDE_PATH=$dir/libraries/include
  fi
  # The Vulkan loader of the bundle, where the host has none.
  ldconfig -p 2> /dev/null | grep -q libvulkan.so.1 || export LD_LIBRARY_PATH=$dir/loader/usr/lib/x86_64-linux-gnu:${LD_LIBRARY_PATH:-}
  # PETSc, Open MPI and the partitioners of the bundle.
  if [[ -d $dir/petsc ]]; then
    export SPMV_PETSC_PREFIX=$dir/petsc PATH=$PATH:$dir/petsc/bin LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$dir/petsc/lib
  fi
  # The manifest names files beside it.
  [[ -d $dir/matrices ]] && ln -sfn ../matrices "$dir/bench/matrices"
  cd "$dir" || exit 1
  command=(spmv)
else
  cd "$here" || exit 1
  command=(node packages/cli/dist/main.js)
  spmv() { "${command[@]}" "$@"; }
fi
# cuSPARSE and NVRTC may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libcusparse.so.13 libnvrtc.so.13 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
# The driver's file for the Vulkan loader, where no loader looks for it.
icd=$(find /etc/vulkan /usr/share/vulkan /usr/local/nvidia/share/vulkan -name 'nvidia_icd*.json' 2> /dev/null | head -1)
[[ -n $icd ]] && export VK_DRIVER_FILES=$icd
[[ -z $(command -v compute-sanitizer) && -d /usr/local/cuda/bin ]] && export PATH=$PATH:/usr/local/cuda/bin
export NODE_OPTIONS=--max-old-space-size=16384
{
  date -u +%FT%TZ
  echo "commit $(cat commit 2> /dev/null || git rev-parse --short HEAD 2> /dev/null || echo unknown)"
  nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem --format=csv 2> /dev/null
  grep -m1 'model name' /proc/cpuinfo
  nproc
  cat /proc/loadavg
} | tee "$out/host.txt"
