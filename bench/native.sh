#!/usr/bin/env bash
# Native kernels on a machine that does nothing else: what large pages change, by one thread and by all (OUT/large-pages.json, .txt; two minutes), and matrices that
# no WebAssembly memory holds (OUT/beyond-4g.json, .txt; the second needs 56 GB of memory; eight minutes at most). What is there already is not run again.
# From a clone after pnpm build, or on a host without Node beside the bundle of tools/offline-bundle. Usage: bench/native.sh OUT [large-pages|beyond-4g...]
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- large-pages beyond-4g
code=0
for name in "$@"; do
  [[ -s $out/$name.json ]] && continue
  timeout 520 node --expose-gc --max-old-space-size=16384 "bench/$name.ts" "$out/$name.next.json" 2>&1 | tee "$out/$name.txt"
  status=${PIPESTATUS[0]}
  [[ -s $out/$name.next.json ]] && mv "$out/$name.next.json" "$out/$name.json"
  [[ $status -eq 0 ]] || { echo "$name: exit $status"; code=$status; }
done
exit "$code"
