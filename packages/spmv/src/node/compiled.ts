import { availableParallelism } from 'node:os';
import type { NativeFunction, NativeFunctions } from '@spmv/core';
import { cooInOrder, isSpmvError } from '@spmv/core';
import { nativeFunctions } from '@spmv/kernels-native';
import type { InOrder } from '../source/taken.ts';

/** What it makes; undefined where compiled code is not there for this machine. */
function whereThere<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}

/** Looked for once. */
function createCompiled(): () => NativeFunctions | undefined {
  let found: { readonly functions: NativeFunctions | undefined } | undefined;
  return () => (found ??= { functions: whereThere(nativeFunctions) }).functions;
}

/** Compiled code, where there is any for this machine. */
export const compiled: () => NativeFunctions | undefined = createCompiled();

const PARAMETERS = [
  'state',
  'rowIndex',
  'fromColumns',
  'fromValues',
  'rowStart',
  'colIndex',
  'values',
  'rows',
  'cols',
  'entries',
  'threads',
] as const;

/** Entries for which another thread is worth its start. */
const ENTRIES_PER_THREAD = 2 ** 17;

function createInOrder(): InOrder {
  const args = new Float64Array(PARAMETERS.length);
  const state = new Float64Array(1);
  let run: NativeFunction | undefined;
  return (entries, isCopied) => {
    const functions = compiled();
    const nnz = entries.rowIndex.length;
    if (!functions || nnz === 0) return undefined;
    run ??= whereThere(() => functions.bind('takeEntries', args, PARAMETERS));
    if (!run) return undefined;
    const colIndex = isCopied ? new Int32Array(entries.colIndex.length) : entries.colIndex;
    const values = isCopied ? new Float64Array(entries.values.length) : entries.values;
    return cooInOrder({ ...entries, colIndex, values }, ({ rows, cols }, rowIndex) => {
      const rowStart = new Int32Array(rows + 1);
      const arrays = [state, rowIndex, entries.colIndex, entries.values, rowStart, colIndex, values];
      const threads = Math.min(Math.ceil(nnz / ENTRIES_PER_THREAD), availableParallelism());
      const address = (array: Int32Array | Float64Array): number =>
        functions.addressOf(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      args.set([...arrays.map(address), rows, cols, nnz, threads]);
      run?.();
      return state[0] === 1 ? rowStart : undefined;
    });
  };
}

/** By compiled code. */
export const inOrder: InOrder = createInOrder();
