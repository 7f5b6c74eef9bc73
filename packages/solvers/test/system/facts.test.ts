import { installedFunctions } from '@spmv/direct';
import { createRandom, oneFullRow, powerLaw, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { compiledPass } from '../../src/system/compiled-facts.ts';
import { entryPass, factsOf } from '../../src/system/facts.ts';
import { cooOf, denseOf } from '../dense.ts';

const installed = await installedFunctions();
const compiled = installed && compiledPass({ ...installed, threads: 3 });
const ways = { JavaScript: entryPass, ...(compiled ? { 'compiled code': compiled } : {}) };

/** Whether two elements differ by more than 1e-13 of the larger, or of both on the diagonal. */
function differ(A: readonly (readonly number[])[], i: number, j: number): boolean {
  const at = (r: number, c: number): number => A[r]?.[c] ?? 0;
  const both = Math.min(Math.abs(at(i, i)), Math.abs(at(j, j)));
  return Math.abs(at(i, j) - at(j, i)) > 1e-13 * Math.max(Math.abs(at(i, j)), Math.abs(at(j, i)), both);
}

describe.each(Object.entries(ways))('by %s', (_, pass) => {
  it('symmetric are matrices of which no two elements differ, and two that do are named, by all elements of 600 small ones', () => {
    const random = createRandom(43);
    let found = 0;
    for (let one = 0; one < 600; one++) {
      const n = 1 + (one % 6);
      const A = Array.from({ length: n }, () => Array.from({ length: n }, () => 0));
      const put = (i: number, j: number, value: number): void => void ((A[i] as number[])[j] = value);
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) {
          const value = random.uniform() < 0.5 ? 0 : random.uniform() - 0.5;
          put(i, j, value);
          put(j, i, value);
        }
      // Up to two elements on either side are lost, added, or as far away as rounding leaves them, or further.
      for (let times = one % 3; times > 0; times--) {
        const [i, j] = [Math.floor(random.uniform() * n), Math.floor(random.uniform() * n)];
        const value = A[i]?.[j] ?? 0;
        put(i, j, [0, random.uniform(), value + 1e-15, value + 1e-12][Math.floor(random.uniform() * 4)] as number);
      }
      const { isSymmetric, asymmetry } = factsOf(cooOf(A), 'f64', pass);
      const isSo = A.every((row, i) => row.every((_, j) => !differ(A, i, j)));
      expect(isSymmetric).toBe(isSo);
      expect(asymmetry === undefined).toBe(isSo);
      if (!asymmetry) continue;
      found++;
      const { row, col, here, there } = asymmetry;
      expect([differ(A, row, col), A[row]?.[col], A[col]?.[row]]).toEqual([true, here, there]);
    }
    expect(found).toBeGreaterThan(100);
  });

  it('tell the least of two bounds of ‖A‖₂, the range of entries and columns without any', () => {
    // Rows and columns of a grid add up to 8 at most.
    expect(factsOf(stencil5({ n: 20, ny: 20 }), 'f64', pass).norm).toBeCloseTo(8, 12);
    const A = [
      [3, 0, 0],
      [-4, 0, 1],
    ];
    const { norm, largest, least, longestRow, unread } = factsOf(cooOf(A), 'f64', pass);
    expect(denseOf(cooOf(A))).toEqual(A);
    expect([largest, least, longestRow, unread]).toEqual([4, 1, 2, [1]]);
    expect(norm).toBe(Math.sqrt(26));
  });
});

describe.runIf(compiled)('compiled code tells what JavaScript does', () => {
  const large = stencil5({ n: 200, ny: 200 });
  const values = (change: (value: number, k: number) => number) => ({ ...large, values: large.values.map(change) });
  const late = large.values.length - 7;
  it.each([
    ['of a grid', large],
    ['of a grid that is nowhere symmetric', values((value, k) => value + k)],
    ['of one that is not late', values((value, k) => (k === late ? 7 : value))],
    ['of one that rounding left', values((value, k) => (k === late ? value * (1 + 1e-15) : value))],
    ['of a value that is no number, late', values((value, k) => (k === late ? NaN : value))],
    ['of two infinite ones', values((value, k) => (k === 11 || k === late ? -Infinity : value))],
    ['of one row with all columns', oneFullRow({ rows: 20_000 })],
    ['of columns that nobody reads', powerLaw({ rows: 30_000, meanPerRow: 3 })],
    ['of no rows', { ...cooOf([]), shape: { rows: 0, cols: 9 } }],
    ['of rows without entries', { ...cooOf([]), shape: { rows: 9000, cols: 9000 } }],
  ])('%s', (_, coo) => {
    const { norm, ...facts } = factsOf(coo, 'f64', compiled);
    const { norm: wanted, ...others } = factsOf(coo, 'f64');
    expect(facts).toEqual(others);
    if (wanted === undefined) expect(norm).toBeUndefined();
    else expect(norm).toBeCloseTo(wanted, 9);
  });

  it('of what a narrower precision does not hold behind a value that is no number', () => {
    const coo = values((value, k) => (k === 11 ? NaN : k === late ? 1e300 : value));
    const { notFinite } = factsOf(coo, 'f32', compiled);
    expect(notFinite).toEqual(factsOf(coo, 'f32').notFinite);
    expect(notFinite?.value).toBeNaN();
  });
});
