import { buildMatrix, cooFromEntries } from '@spmv/core';
import { formatCases, register } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { ellpack, ellpackR, plugin } from '../src/index.ts';
import { runner } from '../../../tools/runner.ts';

// The other cases of the kit run beside the kernels, in backend-serial.
for (const format of plugin.formats ?? [])
  register(
    formatCases(format).filter(({ id }) => /hostile|corruption/.test(id)),
    runner,
  );

it.each([ellpack, ellpackR])('$id finds a column where columns or rows are only aligned', (format) => {
  const coo = cooFromEntries({ rows: 3, cols: 3 }, { rowIndex: [0, 2], colIndex: [1, 2], values: [1, 2] });
  for (const order of ['column', 'row']) {
    const stored = buildMatrix(format as never, coo, { params: { order, alignment: 4 } });
    expect(format.check(stored as never)).toEqual([]);
    const colIndex = (stored.arrays['colIndex'] as Int32Array).slice();
    colIndex[3] = 2 ** 31 - 1;
    expect(format.check({ ...stored, arrays: { ...stored.arrays, colIndex } } as never)).toHaveLength(1);
  }
});
