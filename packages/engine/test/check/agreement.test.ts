import { cooFromEntries, errorBounds, spmvReference } from '@spmv/core';
import { expect, it } from 'vitest';
import { createAgreement } from '../../src/check/agreement.ts';
import type { CheckVariant } from '../../src/check/check-variant.ts';

it('two results agree only where both are finite, or of one kind', () => {
  const coo = cooFromEntries({ rows: 4, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
  const operands = { coo, x: new Float64Array(1), y: new Float64Array(4), alpha: 1, beta: 0 };
  const reference = spmvReference(operands, 'f64');
  const bounds = errorBounds(reference, 'f64');
  const { x, y } = operands;
  const variant: CheckVariant = { name: '', scalars: { alpha: 1, beta: 0 }, buffers: { x, y } };
  const unlike = (...results: readonly (readonly number[])[]): number | undefined => {
    const agreement = createAgreement();
    for (const result of results) agreement.add(variant, 'y', result, reference, bounds);
    return agreement.report()[0]?.unlike;
  };
  expect(unlike([1, 2, Number.NaN, -Infinity], [1, 3, Number.NaN, -Infinity])).toBe(0);
  expect(unlike([Number.NaN, Infinity, 1, 1], [-Infinity, -Infinity, Number.NaN, Infinity])).toBe(4);
  expect(unlike([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, Number.NaN])).toBe(1);
});

it('results of two accumulators may differ by twice the wider bound', () => {
  const coo = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
  const [x, y] = [Float64Array.of(3), new Float64Array(1)];
  const reference = spmvReference({ coo, x, y, alpha: 1, beta: 0 }, 'f32');
  const variant: CheckVariant = { name: '', scalars: { alpha: 1, beta: 0 }, buffers: { x, y } };
  const [narrow, wide] = [errorBounds(reference, 'f64'), errorBounds(reference, 'f32')];
  const ratioOf = (...bounds: readonly Float64Array[]): number | undefined => {
    const agreement = createAgreement();
    bounds.forEach((bound, k) => agreement.add(variant, 'y', [3 + k * 2 ** -20], reference, bound));
    return agreement.report()[0]?.ratio;
  };
  expect(wide[0]).toBeGreaterThan(narrow[0] as number);
  expect(ratioOf(narrow, wide)).toBe(2 ** -20 / (2 * (wide[0] as number)));
  expect(ratioOf(wide, narrow)).toBe(ratioOf(narrow, wide));
  expect(ratioOf(narrow, narrow)).toBe(2 ** -20 / (2 * (narrow[0] as number)));
});
