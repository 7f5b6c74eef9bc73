import { buildMatrix, checkStored, cooFromEntries, structureOf } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { TestMatrix } from '@spmv/testkit';
import { femBand, kernelCases, pluginCases, register, stencil27, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { jsRowSegments, plugin, rowSegments, wasmRowSegments } from '../src/index.ts';
import { again, manifestOf, runner } from '../../../tools/runner.ts';

/** Runs of every length from 1 to 40 on shared diagonals, then on shared columns, with 1 to 40 entries in a row; empty rows between. */
function runs(exact: boolean) {
  const places: [number, number][] = [];
  let row = 0;
  for (let height = 1; height <= 40; height++) {
    const width = 1 + ((height * 7) % 40);
    for (let r = 0; r < height; r++, row++) for (let k = 0; k < width; k++) places.push([row, r + 3 * k]);
    row++;
    for (let r = 0; r < height; r++, row++) for (let k = 0; k < width; k++) places.push([row, 159 - 4 * k]);
  }
  return cooFromEntries(
    { rows: row, cols: 160 },
    {
      rowIndex: places.map(([i]) => i),
      colIndex: places.map(([, j]) => j),
      values: places.map((_, k) => (exact ? k + 0.5 : Math.sin(k + 1))),
    },
  );
}

const made = {
  'runs-exact': runs(true),
  runs: runs(false),
  'stencil27-9': stencil27({ n: 9 }),
  'stencil5-40': stencil5({ n: 40 }),
  'fem-band': femBand({ rows: 300, block: 3, perRow: 30 }),
};
const own: readonly TestMatrix[] = Object.entries(made).map(([id, coo]) => ({ id, tier: 'quick', make: () => coo }));

register(
  pluginCases(plugin, {
    manifest: manifestOf(import.meta.url),
    backends: [serial, threads],
    params: { threads: [3], chunk: [0] },
  }),
  runner,
);
for (const kernel of [jsRowSegments, wasmRowSegments()]) {
  // The kit's own matrices are above.
  const ofOwn = kernelCases({ kernel, format: rowSegments, backend: serial, matrices: own }).filter(({ id: name }) =>
    own.some(({ id }) => name.endsWith(`/${id}`)),
  );
  register(ofOwn, runner, { name: `conformance with long segments, ${kernel.id}` });
}
register(
  kernelCases({ kernel: wasmRowSegments({ checked: true }), format: rowSegments, backend: serial, matrices: own }),
  again,
  {
    name: 'conformance with long segments, every access checked',
  },
);

describe('row-segments', () => {
  it('stores the matrix of its description as the picture shows', () => {
    const rowIndex = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4];
    const coo = cooFromEntries(
      { rows: 5, cols: 5 },
      { rowIndex, colIndex: [0, 1, 1, 2, 2, 3, 0, 3, 0, 3], values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    );
    const { arrays, scalars } = buildMatrix(rowSegments, coo);
    expect(scalars).toEqual({ segments: 2, columns: 4, valueBytes: 4 });
    expect(arrays).toEqual({
      segmentRow: Int32Array.of(0, 3, 5),
      entryStart: Int32Array.of(0, 6, 10),
      columnStart: Int32Array.of(0, 2, 4),
      kind: Uint8Array.of(1, 0),
      column: Int32Array.of(0, 1, 0, 3),
      values: Float32Array.of(1, 3, 2, 4, 5, 6, 7, 8, 9, 10),
    });
  });

  it.each(Object.entries(made))('%s: finds every entry again', (_id, coo) => {
    for (const valueType of ['f64', 'f32'] as const) {
      const stored = buildMatrix(rowSegments, coo, { valueType });
      const back = rowSegments.toCoo(stored as never);
      expect([back.rowIndex, back.colIndex]).toEqual([coo.rowIndex, coo.colIndex]);
      expect(back.values).toEqual(valueType === 'f64' ? coo.values : Float64Array.from(Float32Array.from(coo.values)));
      expect(checkStored(rowSegments, stored, structureOf(coo))).toEqual([]);
    }
  });

  it('keeps one index for a line of a grid and for the unknowns of a node', () => {
    const { rows } = made['stencil5-40'].shape;
    expect(buildMatrix(rowSegments, made['stencil5-40']).scalars['columns']).toBeLessThan(0.1 * 5 * rows);
    expect(buildMatrix(rowSegments, made['fem-band']).scalars['columns']).toBe(made['fem-band'].values.length / 3);
  });

  it('cuts a long run, so that threads can divide it', () => {
    const n = 1000;
    const diagonal = cooFromEntries(
      { rows: n, cols: n },
      { rowIndex: [...Array(n).keys()], colIndex: [...Array(n).keys()], values: Array(n).fill(0.1) },
    );
    expect([...(buildMatrix(rowSegments, diagonal).arrays['segmentRow'] ?? [])]).toEqual([
      0, 128, 256, 384, 512, 640, 768, 896, 1000,
    ]);
  });

  it('refuses a matrix whose rows share nothing, with the share there is', () => {
    const n = 50;
    const scattered = cooFromEntries(
      { rows: n, cols: n },
      {
        rowIndex: [...Array(n).keys()],
        colIndex: Array.from({ length: n }, (_, i) => (i * 7) % n),
        values: Array(n).fill(1),
      },
    );
    expect(() => buildMatrix(rowSegments, scattered)).toThrow(
      expect.objectContaining({
        code: 'FORMAT.REFUSED',
        message: expect.stringContaining('0 % of the entries') as string,
      }) as Error,
    );
    expect(buildMatrix(rowSegments, scattered, { params: { leastShared: 0 } }).scalars['segments']).toBe(n);
  });
});
