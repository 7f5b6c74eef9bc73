#!/usr/bin/env bash
# Matrices beyond the memory of an NVIDIA GPU: what the bus carries, products in pieces of all kernels compared in all elements, and timed products of large
# matrices of a device that is told to take 8 GiB. `beyond` are more than 2^31 entries, whole and in pieces: 50 GB of free host memory.
# Leaves OUT/host.txt, bus.txt, check.json, pieces.jsonl and logs. From a clone after pnpm build, or beside the bundle of tools/offline-bundle.
# Usage: bench/pieces.sh OUT [bus|check|small|streamed|watch|beyond...]     default: bus check small streamed (100 s); watch 60 s, beyond 130 s
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
shift
[[ $# -gt 0 ]] || set -- bus check small streamed
large=8589934592
pieces() {
  timeout 150 node --expose-gc bench/pieces.ts "$out/pieces.jsonl" "$@" 2>> "$out/pieces.log" | tail -c 1200
}
for stage in "$@"; do
  began=$SECONDS
  case $stage in
    # What another program sees of the same bus: 2 GiB of locked memory, copied ten times.
    bus)
      timeout 60 python3 - > "$out/bus.txt" 2>&1 <<'PYTHON'
import torch
a = torch.empty(2**31, dtype=torch.uint8, pin_memory=True)
b = torch.empty(2**31, dtype=torch.uint8, device='cuda')
def once():
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    for _ in range(10): b.copy_(a, non_blocking=True)
    end.record()
    end.synchronize()
    return 10 * 2**31 / begin.elapsed_time(end) / 1e6
print('GB/s from locked memory to the device, by PyTorch:', ', '.join(f'{once():.2f}' for _ in range(3)))
PYTHON
      cat "$out/bus.txt"
      ;;
    check) timeout 120 node tools/test-gpu/pieces.ts > "$out/check.json" 2> "$out/check.log"; echo "check: $?"; tail -c 300 "$out/check.json" ;;
    watch)
      timeout 110 compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 node tools/test-gpu/pieces.ts --few > "$out/watch.log" 2>&1
      echo "memcheck: $?" | tee -a "$out/watch.log"
      ;;
    small)
      pieces --memory 268435456 --n 110 --format packed --kernel cuda/packed
      pieces --memory 268435456 --n 110
      pieces --memory 268435456 --n 110 --precision f32 --kernel cuda/csr-balanced
      ;;
    streamed) pieces --memory $large --n 320 ;;
    beyond)
      pieces --n 434 --precision f32 --format csr64 --kernel cuda/csr64-vector
      pieces --memory $large --n 434 --precision f32
      ;;
    *) echo "There is no stage $stage; there are bus, check, small, streamed, watch and beyond." && exit 2 ;;
  esac
  echo "$stage took $((SECONDS - began)) s" | tee -a "$out/host.txt"
done
