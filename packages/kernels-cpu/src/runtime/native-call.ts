import type { NativeFunctions } from '@spmv/core';
import { boundCall, fillConstants } from './call-arguments.ts';
import type { CallSlot } from './call-slots.ts';
import { loadFailed } from './load-failed.ts';
import type { BoundRange, OperandPlan } from './operand-plan.ts';
import type { PlacedArray } from './operator-arrays.ts';

/** What a native function is bound with. */
export interface NativeCall {
  readonly kernel: string;
  readonly module: string;
  readonly export: string;
  readonly slots: readonly CallSlot<PlacedArray>[];
  readonly parameters: readonly string[];
}

/**
 * Binds a compiled function to its fixed arguments, with addresses of the process in place of those of the heap. A memory that grows stays where it
 * is, so they hold. Errors: `KERNEL.LOAD_FAILED`, `KERNEL.PROGRAM_INVALID`, `BACKEND.UNAVAILABLE`.
 */
export function bindNative(
  native: NativeFunctions,
  { kernel, module, export: name, slots, parameters }: NativeCall,
  { buffers }: OperandPlan,
  memory: Pick<WebAssembly.Memory, 'buffer'>,
  partialSums: number,
): BoundRange {
  // One byte of it: older engines have no view of more than 4 GiB.
  const startOf = (buffer: ArrayBufferLike): number => native.addressOf(new Uint8Array(buffer, 0, 1));
  const base = startOf(memory.buffer);
  const addresses = slots.map((slot): CallSlot =>
    typeof slot === 'object' && 'address' in slot
      ? slot.address + (slot.own === undefined ? base : startOf(slot.own))
      : slot,
  );
  const args = new Float64Array(slots.length);
  fillConstants(args, addresses);
  const call = native.bind(name, args, parameters);
  if (call === undefined)
    throw loadFailed(
      kernel,
      module,
      `knows no function '${name}'.`,
      "Correct the export name in the kernel's program.",
    );
  return {
    ...boundCall(args, addresses, { base, inMemory: buffers.length, partialSums }, call),
    ...(call.dispose ? { dispose: call.dispose } : {}),
  };
}
