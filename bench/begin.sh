# Sourced by the scripts beside it: source begin.sh OUT. Makes the folder OUT, sets `out`, `command` and `spmv`: of a clone after pnpm build, or of the bundle of
# tools/offline-bundle on a host without Node; goes to the folder that has bench/, and writes OUT/host.txt.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
if [[ -e $here/.bundle/app.tar.xz ]]; then
  source "$here/tools/offline-bundle/unpacked.sh" "$here/.bundle" /tmp/spmv-bench
  command=(spmv)
else
  cd "$here" || exit 1
  command=(node packages/cli/dist/main.js)
  spmv() { "${command[@]}" "$@"; }
fi
export NODE_OPTIONS=--max-old-space-size=16384
{
  date -u +%FT%TZ
  echo "commit $(cat commit 2> /dev/null || git rev-parse --short HEAD 2> /dev/null || echo unknown)"
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null
  grep -m1 'model name' /proc/cpuinfo
  nproc
  cat /proc/loadavg
} | tee "$out/host.txt"
