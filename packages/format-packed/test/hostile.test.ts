import type { CooMatrix } from '@spmv/core';
import { buildMatrix, checkCoo } from '@spmv/core';
import { conformanceMatrices, formatCases, register } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { packed } from '../src/packed.ts';
import { runner } from '../../../tools/runner.ts';

// Long rows for its two steps a lane are split, as those of no matrix of the kit are at the default.
register(
  formatCases(packed as never, { params: { steps: [2, 32], window: [32, 8192] } }).filter(({ id }) =>
    /hostile|corruption/.test(id),
  ),
  runner,
);

it('refuses every single change of what says where a split row is, or takes it for another matrix', () => {
  const coo = conformanceMatrices.find(({ id }) => id === 'power-law')?.make('f64') as CooMatrix;
  const stored = buildMatrix(packed as never, coo, { params: { steps: 1, window: 32 } });
  const segments = stored.arrays['segments'] as Int32Array;
  expect(packed.check(stored as never)).toEqual([]);
  for (let k = 0; k < segments.length; k++) {
    for (const change of [-1, 1, -(2 ** 31), 2 ** 31 - 1]) {
      const changed = segments.slice();
      changed[k] = (changed[k] as number) + change;
      const matrix = { ...stored, arrays: { ...stored.arrays, segments: changed } };
      const found = packed.check(matrix as never).length > 0;
      if (Math.abs(change) > 1) expect(found, `segments[${k}] + ${change}`).toBe(true);
      if (found) continue;
      expect(checkCoo(packed.toCoo(matrix as never)), `segments[${k}] + ${change}`).toEqual([]);
    }
  }
});
