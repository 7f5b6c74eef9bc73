import type { KernelContext } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { cpuKernels, createWasmKernels } from '../../src/index.ts';

function pass(build: Parameters<typeof createWasmKernels>[0], precision: 'f64' | 'f32', id = 'wasm/csr-simd') {
  const kernel = createWasmKernels(build).find((one) => one.id === id);
  const matrix = {
    format: 'csr',
    shape: { rows: 3, cols: 2 },
    nnz: 4,
    valueType: precision,
    params: { order: 'row' },
    scalars: {},
    lengths: {},
  };
  return kernel?.program({ matrix, precision: { precision, accumulator: precision } } as unknown as KernelContext, {})
    .passes[0];
}

describe('createWasmKernels', () => {
  it('names the export of the precision, and by the order of the storage', () => {
    expect(pass({}, 'f64')?.export).toBe('csrF64');
    expect(pass({}, 'f32')?.export).toBe('csrF32');
    expect(pass({}, 'f32', 'wasm/ellpack-simd')?.export).toBe('ellpackRowF32');
  });

  it('prefers relaxed multiply-add unless told not to, and takes the checked builds when told to', () => {
    expect(pass({}, 'f64')?.modules.map(({ needs }) => needs)).toEqual([['relaxed-simd'], []]);
    expect(pass({ relaxed: false }, 'f64')?.modules.map(({ needs }) => needs)).toEqual([[]]);
    expect(pass({ checked: true }, 'f64')?.modules.every(({ url }) => url.endsWith('.checked.wasm'))).toBe(true);
  });

  it('divides by entries where rows may be split, and says so', () => {
    expect(pass({}, 'f64', 'wasm/coo-simd')?.partition).toEqual({
      unit: 'entries',
      count: 4,
      splitRows: SPLIT_ROWS_INTO_Y,
    });
    expect(pass({}, 'f64', 'wasm/csr-merge')?.partition).toEqual({
      unit: 'rows+entries',
      count: 7,
      splitRows: SPLIT_ROWS_INTO_Y,
    });
    expect(pass({}, 'f64')?.partition).toMatchObject({ unit: 'rows', count: 3 });
  });

  it('is, with the readable kernels, what cpuKernels holds, each id once', () => {
    const ids = cpuKernels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(createWasmKernels().map(({ id }) => id)));
  });
});
