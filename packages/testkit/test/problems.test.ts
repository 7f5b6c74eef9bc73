import type { CooMatrix } from '@spmv/core';
import { transposeCoo } from '@spmv/core';
import { expect, it } from 'vitest';
import { convection, elasticity, graphLaplacian, jumps, stretched } from '../src/index.ts';

function times({ shape, rowIndex, colIndex, values }: CooMatrix, x: ArrayLike<number>): Float64Array {
  const y = new Float64Array(shape.rows);
  values.forEach((value, k) => {
    const i = rowIndex[k] as number;
    y[i] = (y[i] as number) + value * (x[colIndex[k] as number] as number);
  });
  return y;
}

/** The largest difference of A and Aᵀ, over the largest element. */
function asymmetry(A: CooMatrix): number {
  const { values } = transposeCoo(A);
  const largest = Math.max(...A.values.map(Math.abs));
  return Math.max(...A.values.map((value, k) => Math.abs(value - (values[k] as number)))) / largest;
}

it.each([
  ['jumps', jumps(20)],
  ['stretched', stretched(20)],
  ['graphLaplacian', graphLaplacian(200)],
  ['elasticity', elasticity(6).A],
] as const)('%s is symmetric', (_, A) => expect(asymmetry(A)).toBeLessThan(1e-15));

it('convection is not symmetric, and its rows sum up to 0 or more', () => {
  const A = convection(12);
  expect(asymmetry(A)).toBeGreaterThan(0.1);
  expect(Math.min(...times(A, new Float64Array(144).fill(1)))).toBeGreaterThanOrEqual(-1e-12);
});

it('the Laplacian of a graph takes constants to 0', () => {
  expect(times(graphLaplacian(200), new Float64Array(200).fill(1))).toEqual(new Float64Array(200));
});

it('rigid motions do no work but where the body is held', () => {
  const m = 6;
  const { A, nearNull } = elasticity(m);
  for (const motion of nearNull) {
    const free = times(A, motion).subarray(2 * (m + 1));
    expect(Math.max(...free.map(Math.abs))).toBeLessThan(1e-14);
  }
});
