import type { CooMatrix } from '@spmv/core';
import { cooFromEntries, transposeCoo } from '@spmv/core';
import type { FrontalFactor, FrontalKernels } from '@spmv/direct';
import {
  analyzeFronts,
  analyzeGeneral,
  analyzeLu,
  factor,
  factorFronts,
  loadWasmFronts,
  nativeFronts,
  refined,
  solveFronts,
  solveTransposedFronts,
} from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { describe, expect, it } from 'vitest';
import { unless } from '../../../../tools/needs.ts';
import { grid, random } from '../matrices.ts';
import { missingNative } from '../missing-native.ts';

const EPSILON = 2 ** -53;

/** Other values, both triangles their own. */
function changed(coo: CooMatrix, value: (i: number, j: number, old: number) => number): CooMatrix {
  return { ...coo, values: coo.values.map((old, k) => value(coo.rowIndex[k], coo.colIndex[k], old)) };
}

/** Rows put elsewhere: the diagonal is empty, and a matching brings it back. */
function turned(coo: CooMatrix, by: number): CooMatrix {
  const { rows } = coo.shape;
  return cooFromEntries(coo.shape, { ...coo, rowIndex: coo.rowIndex.map((i) => (i + by) % rows) });
}

function arrow(n: number): CooMatrix {
  const each = Array.from({ length: n }, (_, i) => i);
  return cooFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: [...each, ...each.slice(1), ...each.slice(1).map(() => 0)],
      colIndex: [...each, ...each.slice(1).map(() => 0), ...each.slice(1)],
      values: [
        ...each.map(() => 3),
        ...each.slice(1).map((i) => Math.cos(i)),
        ...each.slice(1).map((i) => Math.sin(i)),
      ],
    },
  );
}

/** Fronts whatever columns one by one would take. */
function factored(coo: CooMatrix, kernel?: FrontalKernels, threshold = 0.1): FrontalFactor {
  const analysis = analyzeFronts(coo, { ...analyzeLu(coo), products: Infinity });
  if (!analysis) throw new Error('no fronts');
  return factorFronts(analysis, coo, { threshold }, kernel);
}

const noise = random(3);
const wild = changed(grid([13, 12]), noise);
const cases: Readonly<Record<string, CooMatrix>> = {
  'a flow in two dimensions': changed(grid([15, 14]), (i, j, old) => (i < j ? old - 0.4 : i > j ? old + 0.4 : old)),
  'a flow in three dimensions': changed(grid([7, 8, 9]), (i, j, old) => (i < j ? old - 0.9 : old)),
  'values of any size and sign': wild,
  'an empty diagonal': turned(
    changed(grid([13, 12]), (i, j, old) => old + (i < j ? 0.3 : 0)),
    5,
  ),
  'rows from 1e-200 to 1e200': changed(wild, (i, _j, old) => old * 10 ** (3 * (i - 78))),
  'a dense row and column': arrow(300),
  'one front of several panels': changed(
    cooFromEntries(
      { rows: 130, cols: 130 },
      {
        rowIndex: Int32Array.from({ length: 130 ** 2 }, (_, k) => Math.floor(k / 130)),
        colIndex: Int32Array.from({ length: 130 ** 2 }, (_, k) => k % 130),
        values: new Float64Array(130 ** 2),
      },
    ),
    noise,
  ),
  'parts that do not touch': changed(grid([4, 1]), (i, j, old) => (i === j ? old : i + j === 3 ? 0 : old)),
  'no rows': cooFromEntries({ rows: 0, cols: 0 }, { rowIndex: [], colIndex: [], values: [] }),
};

const kernels = {
  'in JavaScript': undefined,
  compiled: missingNative ? undefined : nativeFronts(nativeFunctions()),
  'in WebAssembly': await loadWasmFronts(),
};
for (const [code, kernel] of Object.entries(kernels))
  describe(`LU by fronts ${code}`, code === 'compiled' ? unless(missingNative) : {}, () => {
    it.each(Object.entries(cases))('solves %s and its transpose to a backward error of rounding', (_name, coo) => {
      const b = Float64Array.from({ length: coo.shape.rows }, (_, i) => (i % 7) - 3.5);
      const scaled = coo === cases['rows from 1e-200 to 1e200'];
      // Elements of b are as large as those of its row.
      const right = scaled ? b.map((value, i) => value * 10 ** (3 * (i - 78))) : b;
      // With every pivot the largest of its column some are left to a later front.
      for (const threshold of [0.1, 1]) {
        const F = factored(coo, kernel, threshold);
        expect(refined(coo, right, (v) => solveFronts(F, v, kernel)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
        if (scaled) continue;
        const transposed = refined(transposeCoo(coo), b, (v) => solveTransposedFronts(F, v));
        expect(transposed.componentwise).toBeLessThanOrEqual(10 * EPSILON);
      }
    });

    it('leaves a pivot to a later front rather than take one that is too small', () => {
      const { delayed, numbers, start, pivotCount, idStart } = factored(wild, kernel, 1);
      expect(delayed).toBeGreaterThan(0);
      // Nothing of L is larger than 1 then.
      for (let s = 0; s < pivotCount.length; s++) {
        const [width, height] = [pivotCount[s], idStart[s + 1] - idStart[s]];
        const below = numbers.subarray(start[s] + width * height, start[s + 1]);
        expect(below.every((value) => Math.abs(value) <= 1 + 8 * Number.EPSILON)).toBe(true);
      }
    });

    it('says that no pivot is left', () => {
      const line = changed(grid([60, 1]), (i, j, old) => (i === j && (i === 0 || i === 59) ? 1 : i === j ? 2 : old));
      expect(() => factored(line, kernel)).toThrow(
        expect.objectContaining({ code: 'SOLVER.SINGULAR', details: expect.objectContaining({ rank: 59 }) }),
      );
    });
  });

describe('LU by fronts', () => {
  const flow = changed(grid([11, 11, 11]), (i, j, old) => (i < j ? old - 0.4 : old));

  it('is chosen where dense products pay, and factors other values', async () => {
    const F = await factor(flow);
    expect([F.method, F.ordering]).toEqual(['lu', expect.stringContaining('by fronts')]);
    const other = changed(flow, (i, j, old) => (i === j ? old + Math.sin(i) : old));
    F.update(other.values);
    const b = Float64Array.from({ length: 1331 }, random(8));
    expect(refined(other, b, (v) => F.solve(v)).steps).toBeLessThanOrEqual(1);
    expect(F.ordering).toContain('by fronts');
    expect(F.condition()).toBeGreaterThan(1);
  });

  it('is not where few products are, or patterns are one-sided', async () => {
    expect((await factor(changed(grid([100, 1]), (i, j, old) => (i < j ? 2 * old : old)))).ordering).not.toContain(
      'fronts',
    );
    const [n, next] = [300, random(4)];
    const index = (): number => Math.floor(((next() + 1) / 2) * n) % n;
    const all = Array.from({ length: 5 * n }, (_, k) => [k < n ? k : index(), k < n ? (k + 7) % n : index()] as const);
    const scattered = cooFromEntries(
      { rows: n, cols: n },
      { rowIndex: all.map(([i]) => i), colIndex: all.map(([, j]) => j), values: all.map(() => next()) },
    );
    expect(analyzeFronts(scattered, { ...analyzeLu(scattered), products: Infinity })).toBeUndefined();
  });

  it('goes on by columns where fronts would leave too many pivots to others', async () => {
    const weak = changed(grid([11, 11, 11]), (i, j) => (i === j ? 0.5 : noise()));
    const analysis = analyzeFronts(weak, analyzeLu(weak));
    if (!analysis) throw new Error('no fronts');
    expect(() => factorFronts(analysis, weak, { threshold: 1 })).toThrow(
      expect.objectContaining({ code: 'SOLVER.GROWTH' }),
    );
    const F = await factor(weak, { method: 'lu', threshold: 1 });
    expect(F.ordering).not.toContain('fronts');
    expect(refined(weak, new Float64Array(1331).fill(1), (v) => F.solve(v)).componentwise).toBeLessThanOrEqual(
      10 * EPSILON,
    );
  });

  it('leaves rows where they are where zeros on the diagonal are all that is wrong with it', async () => {
    // A flow whose every fourth point is bound by an equation, with zeros below.
    const n = flow.shape.rows;
    const pairs = Array.from({ length: n >> 2 }, (_, c) => [n + c, 4 * c] as const);
    const at = [...pairs, ...pairs.map(([i, j]) => [j, i] as const)];
    const saddle = cooFromEntries(
      { rows: n + pairs.length, cols: n + pairs.length },
      {
        rowIndex: [...flow.rowIndex, ...at.map(([i]) => i)],
        colIndex: [...flow.colIndex, ...at.map(([, j]) => j)],
        values: [...flow.values, ...at.map((_, k) => (k < pairs.length ? 1 : -2))],
      },
    );
    const { fronts, isMatched } = analyzeGeneral(saddle);
    expect(isMatched).toBe(false);
    if (!fronts) throw new Error('no fronts');
    const own = factorFronts(fronts, saddle);
    expect(own.exchanges).toBeGreaterThan(0);
    const matched = analyzeFronts(saddle, analyzeLu(saddle));
    if (matched) expect(own.entries).toBeLessThan(factorFronts(matched, saddle).entries);
    const b = Float64Array.from({ length: saddle.shape.rows }, random(8));
    expect(refined(saddle, b, (v) => solveFronts(own, v)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
    // With pivots that no front accepts a matching is tried, then columns.
    const bad = changed(saddle, (i, j) => (i === j ? 0.1 : noise()));
    const F = await factor(bad, { method: 'lu', threshold: 1 });
    expect(refined(bad, b, (v) => F.solve(v)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
  });

  it('refuses memory, another pattern and what is no number', () => {
    const analysis = analyzeFronts(flow, analyzeLu(flow));
    if (!analysis) throw new Error('no fronts');
    const rejects = (work: () => unknown, code: string): void =>
      expect(work).toThrow(expect.objectContaining({ code }));
    rejects(() => factorFronts(analysis, flow, { maxBytes: 1000 }), 'FORMAT.OUT_OF_MEMORY');
    expect(analyzeFronts(flow, analyzeLu(flow), { maxBytes: analysis.bytes })).toBeDefined();
    expect(analyzeFronts(flow, analyzeLu(flow), { maxBytes: analysis.bytes - 1 })).toBeUndefined();
    rejects(() => analyzeGeneral(flow, { maxBytes: 1000 }), 'FORMAT.OUT_OF_MEMORY');
    rejects(() => factorFronts({ ...analysis, bytes: 0 }, flow, { maxBytes: 100_000 }), 'FORMAT.OUT_OF_MEMORY');
    rejects(() => factorFronts(analysis, wild), 'OPERAND.MATRIX');
    rejects(
      () =>
        factorFronts(
          analysis,
          changed(flow, () => Number.NaN),
        ),
      'SOLVER.NOT_FINITE',
    );
    rejects(() => solveFronts(factorFronts(analysis, flow), new Float64Array(3)), 'OPERAND.LENGTH');
  });
});
