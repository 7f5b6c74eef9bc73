import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCoo } from '@spmv/core';
import { applyEntryOptions, parseMatrixMarket, toCoo, toDense } from '../src/index.ts';
import { canonicalCoo } from '../src/convert/canonical-coo.ts';
import { anyFileText } from './arbitrary-file.ts';
import { bitsOf, seeded } from './helpers.ts';

describe('COO of a file', () => {
  it('is canonical, and what expanding and summing step by step give', () => {
    fc.assert(
      fc.property(anyFileText(), (text) => {
        const file = parseMatrixMarket(text, { duplicates: 'keep' });
        if (file.header.field === 'complex' || file.integers !== undefined) return;
        const coo = toCoo(file);
        expect(checkCoo(coo)).toEqual([]);
        // By rows, where these are no more than entries: whoever asks counts none.
        if (file.header.format === 'coordinate') expect(coo.rowStart).toBeDefined();
        if (file.header.format === 'array') return;
        const steps = applyEntryOptions(file, { symmetry: 'expand', duplicates: 'sum' });
        expect(coo.rowIndex).toEqual(steps.rowIndex);
        expect(coo.colIndex).toEqual(steps.colIndex);
        if (steps.values.length > 0) expect(bitsOf(coo.values)).toEqual(bitsOf(steps.values));
      }),
      { numRuns: 500 },
    );
  });

  it('sorts long rows, keeping the order of duplicates', () => {
    const random = seeded(9);
    const n = 3000;
    const entries = Array.from(
      { length: n },
      () => `${1 + Math.floor(random() * 3)} ${1 + Math.floor(random() * 400)} ${random()}`,
    );
    const file = parseMatrixMarket(
      `%%MatrixMarket matrix coordinate real general\n3 400 ${n}\n${entries.join('\n')}\n`,
    );
    const coo = canonicalCoo(file);
    const steps = applyEntryOptions(file, { duplicates: 'sum' });
    expect([coo.rowIndex, coo.colIndex]).toEqual([steps.rowIndex, steps.colIndex]);
    expect(bitsOf(coo.values)).toEqual(bitsOf(steps.values));
    const dense = toDense(file);
    for (let k = 0; k < coo.values.length; k++)
      expect(coo.values[k]).toBe(dense.values[(coo.rowIndex[k] as number) * 400 + (coo.colIndex[k] as number)]);
  });
});
