import { buildMatrix, checkStored, cooFromEntries, structureOf } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { TestMatrix } from '@spmv/testkit';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { csr16, jsCsr16, plugin, wasmCsr16 } from '../src/index.ts';
import { again, manifestOf, runner } from '../../../tools/runner.ts';

/** Rows that span exactly as far as 16 bits reach, one column more, and far more, with and without values that f32 keeps. */
function wide(exact: boolean) {
  const cols = 140_000;
  const places = [
    [0, 5],
    [0, 5 + 65535],
    [1, 5],
    [1, 5 + 65536],
    [2, 0],
    [2, 1],
    [2, 131_072],
    [2, 139_999],
    [4, 139_999],
    ...Array.from({ length: 50 }, (_, k) => [5, k * 2799]),
  ] as [number, number][];
  return cooFromEntries(
    { rows: 7, cols },
    {
      rowIndex: places.map(([i]) => i),
      colIndex: places.map(([, j]) => j),
      values: places.map((_, k) => (exact ? k + 0.5 : Math.sin(k + 1))),
    },
  );
}
const matrices = [true, false].map((exact) => ({ id: `wide-${exact ? 'exact' : 'rounded'}`, coo: wide(exact) }));
const own: readonly TestMatrix[] = matrices.map(({ id, coo }) => ({ id, tier: 'quick', make: () => coo }));

// No matrix of the kit spans 65,536 columns, so none of them fills `high`: the tests below do.
const cases = pluginCases(plugin, {
  manifest: manifestOf(import.meta.url),
  backends: [serial, threads],
  params: { threads: [3], chunk: [0] },
});
register(
  cases.filter(({ id }) => id !== 'csr16/corruption/high-out-of-range'),
  runner,
);
for (const kernel of [jsCsr16, wasmCsr16()]) {
  // The kit's own matrices are above.
  const ofOwn = kernelCases({ kernel, format: csr16, backend: serial, matrices: own }).filter(({ id: name }) =>
    own.some(({ id }) => name.endsWith(`/${id}`)),
  );
  register(ofOwn, runner, { name: `conformance with wide rows, ${kernel.id}` });
}
register(kernelCases({ kernel: wasmCsr16({ checked: true }), format: csr16, backend: serial, matrices: own }), again, {
  name: 'conformance with wide rows, every access checked',
});

describe('csr16', () => {
  it.each(matrices)('$id: stores wide rows apart and finds every entry again', ({ coo }) => {
    for (const valueType of ['f64', 'f32'] as const) {
      const stored = buildMatrix(csr16, coo, { valueType });
      expect(stored.scalars['wideEntries']).toBe(2 + 4 + 50);
      expect(csr16.toCoo(stored as never).colIndex).toEqual(coo.colIndex);
      expect(checkStored(csr16, stored, structureOf(coo))).toEqual([]);
      const damaged = { ...stored, arrays: { ...stored.arrays, high: new Uint16Array(2 + 4 + 50).fill(65535) } };
      expect(checkStored(csr16, damaged, structureOf(coo))[0]?.invariant).toBe('columns.range');
    }
  });

  it('keeps values in four bytes only where that is exact', () => {
    expect(buildMatrix(csr16, wide(true)).arrays['values']).toBeInstanceOf(Float32Array);
    expect(buildMatrix(csr16, wide(false)).arrays['values']).toBeInstanceOf(Float64Array);
    expect(buildMatrix(csr16, wide(true), { params: { valueStorage: 'full' } }).arrays['values']).toBeInstanceOf(
      Float64Array,
    );
  });
});
