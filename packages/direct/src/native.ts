import type { NativeFunctions } from '@spmv/core';
import { isNotInstalled, isSpmvError, SpmvError } from '@spmv/core';

const PACKAGE = '@spmv/kernels-native';

/** What is read of Node. */
interface Host {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: 'node:os'): { availableParallelism(): number };
}

/** Code compiled for this processor, and as many threads as run at the same time here. */
export interface InstalledFunctions {
  readonly functions: NativeFunctions;
  readonly threads: number;
}

/** Undefined in pages, and where its package is not installed or has nothing for this processor. */
export async function installedFunctions(): Promise<InstalledFunctions | undefined> {
  const { process } = globalThis as { readonly process?: Host };
  if (process?.versions?.node === undefined) return undefined;
  const threads = process.getBuiltinModule?.('node:os').availableParallelism() ?? 1;
  try {
    const { nativeFunctions } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ PACKAGE
    )) as { nativeFunctions(): NativeFunctions };
    return { functions: nativeFunctions(), threads };
  } catch (error) {
    if (isNotInstalled(error, PACKAGE) || isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}

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

/** A function of the addon that takes arrays, then numbers. */
export type Called = (arrays: readonly (Float64Array | Int32Array)[], ...rest: number[]) => void;

/** Functions of the addon by their names and those of their arguments. Errors: those of `bound`. */
export function callsOf(functions: NativeFunctions): (name: string, names: readonly string[]) => Called {
  const addressOf = addressesBy(functions);
  return (name, names) => {
    const args = new Float64Array(names.length);
    const run = bound(functions, name, args, names);
    return (arrays, ...rest) => {
      args.set([...arrays.map(addressOf), ...rest]);
      run();
    };
  };
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
