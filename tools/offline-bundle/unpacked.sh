# Sourced on a host without Node: source unpacked.sh BUNDLE FOLDER. Unpacks the bundle into FOLDER unless it is there already, finds the
# libraries that a GPU needs, puts Node and spmv on the PATH and goes to FOLDER.
bundle=$1
dir=$2
sum=$(cat "$bundle"/*.tar.xz | sha256sum)
if [[ $(cat "$dir/.sum" 2> /dev/null) != "$sum" ]]; then
  python3 "$bundle/unpack.py" "$dir" > /dev/null || exit 1
  echo "$sum" > "$dir/.sum"
fi
export PATH=$dir/bin:$PATH
# cuSPARSE and NVRTC may come with the toolkit or with Python packages.
for library in libcusparse.so.12 libcusparse.so.13 libnvrtc.so.13 libnvJitLink.so.13; do
  found=$(find /usr/local/cuda*/ /opt /usr/lib -name "$library" 2> /dev/null | head -1)
  [[ -n $found ]] && export LD_LIBRARY_PATH=$(dirname "$found"):${LD_LIBRARY_PATH:-}
done
# Libraries of the bundle that native kernels are compared with, before those of the host.
if [[ -d $dir/libraries ]]; then
  export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$dir/libraries CPLUS_INCLUDE_PATH=$dir/libraries/include
fi
# The Vulkan loader of the bundle, and the driver's loader file where no loader looks for it.
ldconfig -p 2> /dev/null | grep -q libvulkan.so.1 || export LD_LIBRARY_PATH=$dir/loader/usr/lib/x86_64-linux-gnu:${LD_LIBRARY_PATH:-}
icd=$(find /etc/vulkan /usr/share/vulkan /usr/local/nvidia/share/vulkan -name 'nvidia_icd*.json' 2> /dev/null | head -1)
[[ -n $icd ]] && export VK_DRIVER_FILES=$icd
[[ -z $(command -v compute-sanitizer) && -d /usr/local/cuda/bin ]] && export PATH=$PATH:/usr/local/cuda/bin
# PETSc and Open MPI of the bundle.
[[ -d $dir/petsc ]] && export SPMV_PETSC_PREFIX=$dir/petsc
# The manifest names files beside it.
[[ -d $dir/matrices && -d $dir/bench ]] && ln -sfn ../matrices "$dir/bench/matrices"
cd "$dir" || exit 1
