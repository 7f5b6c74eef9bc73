import type { NativeFunctions } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Numbers of packed lines and columns of a front: at least what `kFrontSteps` of cholesky-inl.h says. */
export const FRONT_ROOM: number = 128 * (8 + 192 + 48);

/** Where arrays lie; 0 for one without numbers. */
export function addressesBy(functions: NativeFunctions): (array: Float64Array | Int32Array) => number {
  return (array) =>
    array.length === 0 ? 0 : functions.addressOf(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}

/** A function of the addon that reads its arguments from `args`. Errors: `KERNEL.PROGRAM_INVALID`. */
export function bound(
  functions: NativeFunctions,
  name: string,
  args: Float64Array,
  names: readonly string[],
): () => void {
  const run = functions.bind(name, args, names);
  if (run) return run;
  throw new SpmvError('KERNEL.PROGRAM_INVALID', `The addon has no function '${name}'.`, {
    fix: 'Install @spmv/kernels-native in the version of @spmv/direct.',
    details: { function: name },
  });
}

/** Bytes of a number. */
export const EACH = 8;

type Numbers = Float64Array | Int32Array;

/** Addresses of arrays that stay from one front to the next are looked up once: those of the last factor are kept in memory. Written to `args`, and returned. */
export function heldIn(
  args: Float64Array,
  addressOf: (array: Numbers) => number,
): (at: number, array: Numbers) => number {
  const held: { array: Numbers; address: number }[] = [];
  return (at, array) => {
    let own = held[at];
    if (own?.array !== array) held[at] = own = { array, address: addressOf(array) };
    args[at] = own.address;
    return own.address;
  };
}
