import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { arrow, convection, elasticity, graphLaplacian, jumps, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { Hierarchy, Level } from '../src/index.ts';
import { createHierarchy, isOfTheKind, levelFacts, renewHierarchy, servesInParts, transposed } from '../src/index.ts';
import { finished } from '../src/parts.ts';
import { apart, denseOf, times } from './dense.ts';

const poisson = stencil5({ n: 14, ny: 12 });

const levelOf = (levels: readonly Level[], at: number): Level => levels[at] as Level;

/** PᵀAP, densely. */
function productOf(A: Level['A'], P: Level['P']): number[][] {
  if (!P) throw new Error('The last level leads nowhere.');
  return times(denseOf(finished(transposed(P))), times(denseOf(A), denseOf(P)));
}

/** Entries of all that is made, over those of A. */
function growth({ levels }: Hierarchy): number {
  const made = levels.reduce(
    (sum, { A, P }, at) => sum + (at > 0 ? A.colIndex.length : 0) + (P?.colIndex.length ?? 0),
    0,
  );
  return made / levelOf(levels, 0).A.colIndex.length;
}

describe('levels', () => {
  it.each(['classical', 'aggregation'] as const)('have PᵀAP below them, each scaled: %s', (coarsening) => {
    const { levels } = createHierarchy(poisson, { coarsening, coarsestRows: 10 });
    expect(levels.length).toBeGreaterThan(2);
    levels.slice(0, -1).forEach(({ A, P }, at) => {
      const next = levelOf(levels, at + 1);
      const coarse = productOf(A, P);
      expect(apart(coarse, denseOf(next.A))).toBeLessThan(1e-12);
      if (at > 0) expect(Math.max(...denseOf(A).map((row, i) => Math.abs(row[i] ?? 0)))).toBeLessThanOrEqual(1);
    });
  });

  it('keep the rigid motions: T·B_c = B up to smoothing, and all of a body have to fit', () => {
    const { A, nearNull } = elasticity(12);
    const { levels } = createHierarchy(A, { nearNull, blockSize: 2 });
    expect(levelOf(levels, 1).A.shape.rows % 3).toBe(0);
    expect(() => createHierarchy(A, { nearNull: [[1, 2, 3]], blockSize: 2 })).toThrow(
      expect.objectContaining({ code: 'OPERAND.LENGTH' }),
    );
    expect(() => createHierarchy(A, { nearNull: [], blockSize: 2 })).toThrow(
      expect.objectContaining({ code: 'OPERAND.LENGTH' }),
    );
    expect(() => createHierarchy(A, { nearNull, blockSize: 5 })).toThrow(
      expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }),
    );
  });

  it.each([
    ['jumps', jumps(100)],
    ['convection', convection(100)],
    ['a random graph', graphLaplacian(20_000)],
  ] as const)('of %s take at most three times the memory of the entries', (_, A) => {
    const hierarchy = createHierarchy(A);
    expect(levelFacts(hierarchy).bytes).toBeLessThanOrEqual(3 * 12 * A.values.length);
    expect(hierarchy.inverse).toBeDefined();
  });

  it('of an arrow of any signs take no time of the square of its rows, and are finite', () => {
    const hierarchy = createHierarchy(arrow({ rows: 50_000 }));
    expect(growth(hierarchy)).toBeLessThanOrEqual(3);
    expect(hierarchy.levels.every(({ A }) => A.values.every(Number.isFinite))).toBe(true);
  });

  it('refuse an option that they do not know', () => {
    expect(() => createHierarchy(poisson, { theta: 0.5 } as object)).toThrow(
      expect.objectContaining({ code: 'PARAM.UNKNOWN' }),
    );
    expect(() => createHierarchy(poisson, { coarsestRows: 513 })).toThrow(
      expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }),
    );
  });
});

describe('degenerate matrices', () => {
  const diagonal = (n: number): CooMatrix =>
    cooFromEntries(
      { rows: n, cols: n },
      { rowIndex: [...Array(n).keys()], colIndex: [...Array(n).keys()], values: Array<number>(n).fill(3) },
    );

  it('without rows have one level without numbers', () => {
    expect(createHierarchy(diagonal(0))).toMatchObject({ levels: [{}], inverse: new Float64Array(0) });
  });

  it('of one row have its reciprocal', () => {
    expect(createHierarchy(diagonal(1)).inverse?.[0]).toBeCloseTo(1 / 3, 15);
  });

  it('without couplings are smoothed alone', () => {
    const { levels, inverse } = createHierarchy(diagonal(2000));
    expect([levels.length, inverse]).toEqual([1, undefined]);
  });

  it('with empty rows have levels of finite numbers', () => {
    const { shape, rowIndex, colIndex, values } = poisson;
    const keep = (_: number, k: number): boolean => rowIndex[k] !== 7 && colIndex[k] !== 7;
    const holed = {
      shape,
      rowIndex: rowIndex.filter(keep),
      colIndex: colIndex.filter(keep),
      values: values.filter(keep),
    };
    const { levels, inverse } = createHierarchy(holed, { coarsestRows: 16 });
    expect(
      levels.every(({ A, P }) => A.values.every(Number.isFinite) && (P?.values.every(Number.isFinite) ?? true)),
    ).toBe(true);
    expect(inverse?.every(Number.isFinite)).toBe(true);
  });
});

it('a Laplacian that has become one point is 0 there, whatever rounding left', () => {
  const { inverse } = createHierarchy(graphLaplacian(600), { coarsestRows: 1 });
  expect(inverse).toHaveLength(1);
  expect(inverse?.[0]).toBeCloseTo(0, 12);
});

describe('new values in the same places', () => {
  it.each([
    ['classical', jumps(20), {}],
    ['groups', graphLaplacian(500), {}],
    ['aggregation', elasticity(8).A, { nearNull: elasticity(8).nearNull, blockSize: 2 }],
  ] as const)('give the levels that are made of them, where strength is as it was: %s', (_, A, options) => {
    const values = A.values.map((value) => value * 16);
    const anew = createHierarchy({ ...A, values }, { ...options, coarsestRows: 16 });
    const given = createHierarchy(A, { ...options, coarsestRows: 16 });
    const renewed = renewHierarchy(given, values);
    renewed.levels.forEach((level, at) => {
      const other = levelOf(anew.levels, at);
      expect(apart(denseOf(level.A), denseOf(other.A))).toBeLessThan(1e-12 * Math.max(1, ...level.A.values));
      if (level.P && other.P)
        expect(apart(denseOf(level.P), denseOf(other.P))).toBeLessThan(1e-12 * Math.max(1, ...level.P.values));
    });
    expect(renewed.inverse).toHaveLength(anew.inverse?.length ?? -1);
    expect(levelOf(renewed.levels, 1).A.colIndex).toBe(levelOf(given.levels, 1).A.colIndex);
  });

  it('turn the sign with the diagonal, and are served by old levels unless other entries are strong', () => {
    const A = stencil5({ n: 40 });
    const levels = createHierarchy(A);
    const serves = (of: (k: number) => number): boolean =>
      finished(
        servesInParts(
          levels,
          A.values.map((value, k) => value * of(k)),
        ),
      );
    const negative = A.values.map((value) => -value);
    expect(levels.sign).toBe(1);
    const renewed = renewHierarchy(createHierarchy(A), negative);
    expect([renewed.sign, levelOf(renewed.levels, 0).A.values]).toEqual([-1, A.values]);
    const isAcross = (k: number): boolean => Math.abs((A.rowIndex[k] ?? 0) - (A.colIndex[k] ?? 0)) > 1;
    expect([serves(() => 7), serves(() => -1), serves((k) => (isAcross(k) ? 0.01 : 1))]).toEqual([true, true, false]);
  });

  it('of what is no matrix to make levels of are refused', () => {
    const levels = createHierarchy(poisson);
    const { values } = poisson;
    const wrong = [
      undefined,
      { ...poisson, shape: { rows: 168, cols: 170 } },
      { ...poisson, values: values.map(() => NaN) },
    ];
    for (const given of wrong)
      expect(() => createHierarchy(given as CooMatrix)).toThrow(expect.objectContaining({ code: 'OPERAND.MATRIX' }));
    const outside = { ...poisson, colIndex: poisson.colIndex.map((j) => j + 9) };
    expect(() => createHierarchy(outside)).toThrow(expect.objectContaining({ code: 'FORMAT.INVALID' }));
    expect(() => renewHierarchy(levels, values.slice(1))).toThrow(expect.objectContaining({ code: 'OPERAND.LENGTH' }));
    expect(() =>
      renewHierarchy(
        levels,
        values.map(() => Infinity),
      ),
    ).toThrow(expect.objectContaining({ code: 'OPERAND.MATRIX' }));
  });

  it('keep the points where strength is another', () => {
    const A = jumps(12);
    const other = { ...A, values: A.values.map((value, k) => value * (A.rowIndex[k] === A.colIndex[k] ? 1.5 : 1)) };
    const renewed = renewHierarchy(createHierarchy(A, { coarsestRows: 16 }), other.values);
    expect(levelOf(renewed.levels, 0).A.values).toBe(other.values);
    renewed.levels
      .slice(0, -1)
      .forEach(({ A: fine, P }, at) =>
        expect(apart(productOf(fine, P), denseOf(levelOf(renewed.levels, at + 1).A))).toBeLessThan(1e-9),
      );
  });
});

it('their facts count what is held besides A', () => {
  const hierarchy = createHierarchy(jumps(40));
  const { rows, entries, gridComplexity, operatorComplexity, bytes } = levelFacts(hierarchy);
  expect([rows[0], entries[0], rows.length]).toEqual([1600, 7840, hierarchy.levels.length]);
  expect(gridComplexity).toBe(rows.reduce((sum, one) => sum + one) / 1600);
  expect(operatorComplexity).toBe(entries.reduce((sum, one) => sum + one) / 7840);
  expect(bytes).toBeGreaterThan(12 * growth(hierarchy) * 7840);
  expect(bytes).toBeLessThan(12 * 4.5 * 7840 + (hierarchy.inverse?.byteLength ?? 0));
});

it('the kind is of many rows with negative couplings', () => {
  const large = stencil5({ n: 101, ny: 100 });
  expect(isOfTheKind(large)).toBe(true);
  expect(isOfTheKind(poisson)).toBe(false);
  expect(isOfTheKind({ ...large, values: large.values.map(Math.abs) })).toBe(false);
  expect(isOfTheKind({ ...large, values: large.values.map((value) => -value) })).toBe(false);
});
