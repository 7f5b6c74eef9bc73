#!/usr/bin/env bash
# On a host with g++ and Python 3 but neither network nor Node: what huge pages, pinned threads and formats do there, in about 70 s.
# Usage: bench/cpu/experiment.sh BUNDLE OUT [SECONDS]   (BUNDLE as for device.sh)
set -uo pipefail
source "$(dirname "$0")/unpack.sh" "$1" "$2"
{
  echo "commit $commit"
  lscpu | grep -E 'Model name|Thread|Core|Socket|NUMA|L1d|L2|L3|MHz|Hypervisor'
  grep -H . /sys/devices/system/cpu/cpu0/cache/index3/{size,shared_cpu_list} /sys/devices/system/cpu/cpu0/topology/thread_siblings_list
  grep -H . /sys/kernel/mm/transparent_hugepage/{enabled,defrag,shmem_enabled,use_zero_page}
  uname -r; free -g | head -2; taskset -cp $$
  node bench/cpu/experiment.mjs --matrices "$dir/matrices" --seconds "${3:-52}" 2>&1
  echo "== done ($SECONDS s)"
} 2>&1 | tee "$out/experiment.txt"
