import type { RowSource, SparseFormat } from '@spmv/core';
import { buildMatrix, buildMatrixFromRows, cooOfRows, planStorage, rowsOfCoo, structureOfRowLengths } from '@spmv/core';
import { expect, it } from 'vitest';
import { csr, csr64, plugin } from '../src/index.ts';

const formats: readonly SparseFormat[] = plugin.formats ?? [];

/** Rows of 0 to 6 entries; what asks for too much at once is found. */
const source: RowSource = {
  shape: { rows: 50_000, cols: 60_000 },
  rowLength: Int32Array.from({ length: 50_000 }, (_, i) => i % 7),
  readRows(begin, end, colIndex, values) {
    expect(colIndex.length).toBeLessThanOrEqual(2 ** 16);
    for (let i = begin, k = 0; i < end; i++)
      for (let e = 0; e < i % 7; e++, k++) {
        colIndex[k] = i + e * 3;
        values[k] = Math.sin(i + e);
      }
  },
};

it.each([csr, csr64] as unknown as readonly SparseFormat[])(
  '$id is built row by row, a batch at a time, as from COO',
  (format) => {
    for (const valueType of ['f64', 'f32'] as const)
      expect(buildMatrixFromRows(format, source, { valueType })).toEqual(
        buildMatrix(format, cooOfRows(source), { valueType }),
      );
  },
);

it.each(formats)(
  '$id is planned for 3 000 000 000 entries from row lengths alone, and all but csr64 refuse',
  (format) => {
    const rowLength = new Int32Array(1500).fill(2_000_000);
    const structure = structureOfRowLengths({ rows: 1500, cols: 2 ** 31 - 1 }, rowLength);
    const plan = planStorage(format, structure, {}, 'f32', { maxBytes: Infinity });
    if (format.id === 'csr64') {
      expect(plan).toMatchObject({ bytes: 8 * 1501 + 8 * 3e9, padding: 0 });
      expect(plan.refusal).toBeUndefined();
    } else {
      expect(plan.refusal).toContain('3000000000');
      expect(plan.fix).toContain('csr64');
    }
  },
);

it.each(formats.filter(({ buildFromRows }) => !buildFromRows))('$id needs all entries, and says how', (format) => {
  const coo = cooOfRows(source);
  expect(() => buildMatrixFromRows(format, source)).toThrow(
    expect.objectContaining({
      code: 'FORMAT.REFUSED',
      fix: expect.stringContaining('cooOfRows(source)') as string,
    }) as Error,
  );
  expect(buildMatrixFromRows(format, rowsOfCoo(coo))).toEqual(buildMatrix(format, coo));
});
