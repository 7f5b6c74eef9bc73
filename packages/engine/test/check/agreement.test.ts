import { cooFromEntries, spmvReference } from '@spmv/core';
import { expect, it } from 'vitest';
import { createAgreement } from '../../src/check/agreement.ts';
import type { CheckVariant } from '../../src/check/check-variant.ts';

it('two results agree only where both are finite, or of one kind', () => {
  const coo = cooFromEntries({ rows: 4, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
  const operands = { coo, x: new Float64Array(1), y: new Float64Array(4), alpha: 1, beta: 0 };
  const reference = spmvReference(operands, 'f64');
  const { x, y } = operands;
  const variant: CheckVariant = { name: '', scalars: { alpha: 1, beta: 0 }, buffers: { x, y } };
  const unlike = (...results: readonly (readonly number[])[]): number | undefined => {
    const agreement = createAgreement();
    for (const result of results) agreement.add(variant, 'y', result, reference, 'f64');
    return agreement.report()[0]?.unlike;
  };
  expect(unlike([1, 2, Number.NaN, -Infinity], [1, 3, Number.NaN, -Infinity])).toBe(0);
  expect(unlike([Number.NaN, Infinity, 1, 1], [-Infinity, -Infinity, Number.NaN, Infinity])).toBe(4);
  expect(unlike([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, Number.NaN])).toBe(1);
});
