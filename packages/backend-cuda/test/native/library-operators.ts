// Operators of a library's calls over test/native/fake-driver.cpp.
import type { NativeBuffer, NativeDevice, NativeOperator } from '../../src/native/addon.ts';

interface LibraryThings {
  readonly device: NativeDevice;
  readonly buffer: NativeBuffer;
}

/** A mode that is set once. */
export const SETUP = [{ routine: 'fakeSetMode', arguments: [{ handle: true as const }, { i32: 3 }] }];

/** Ten arguments: six go into registers, the others onto the stack. */
export function library({ device }: LibraryThings, routine = 'fakeRoutine'): NativeOperator {
  const numbers = [{ i32: -5 }, { i64: 2 ** 40 }, { i64: 1 }, { i64: 2 }, { i64: 3 }, { i64: 4 }];
  return device.library({
    library: 'cublas',
    single: false,
    setup: SETUP,
    calls: [{ routine, arguments: [{ handle: true }, { operand: 0 }, { scalar: 0 }, ...numbers, { scalar: 1 }] }],
    release: [],
  });
}

/** A description in a cell, another that is never made, and memory of as many bytes as a routine asks for. */
export function cells({ device, buffer }: LibraryThings, algorithm = 2): NativeOperator {
  const product = [{ handle: true as const }, { i32: 0 }, { scalar: 0 }, { cell: 'A' }, { cell: 'x' }, { scalar: 1 }];
  const more = [{ cell: 'x' }, { i32: 1 }, { i32: algorithm }];
  return device.library({
    library: 'cusparse',
    single: false,
    setup: [
      { routine: 'cusparseCreateDnVec', arguments: [{ cellAddress: 'x' }, { i64: 3 }, buffer, { i32: 1 }] },
      { routine: 'cusparseSpMV_bufferSize', arguments: [...product, ...more, { cellAddress: 'bytes' }] },
    ],
    calls: [
      { routine: 'cusparseDnVecSetValues', arguments: [{ cell: 'x' }, { operand: 0 }] },
      { routine: 'fakeWorkspace', arguments: [{ cell: 'bytes' }, { workspace: 'bytes' }, { operand: 0 }] },
    ],
    release: [
      { routine: 'cusparseDestroySpMat', arguments: [{ cell: 'A' }] },
      { routine: 'cusparseDestroyDnVec', arguments: [{ cell: 'x' }] },
    ],
  });
}
