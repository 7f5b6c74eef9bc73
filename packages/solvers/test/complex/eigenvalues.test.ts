import type { ComplexCoo } from '@spmv/core';
import { complexFromEntries, realEquivalent } from '@spmv/core';
import { stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { symmetricEigen } from '../../src/eigen/symmetric-eigen.ts';
import { eigenvalues, hostSystem } from '../../src/index.ts';
import { denseOf } from '../dense.ts';
import { places } from '../places.ts';

/** A square grid whose rows are turned by phases, uᴴAu: Hermitian, and each eigenvalue is there as often as on the grid. */
function turnedGrid(n: number): ComplexCoo {
  const { shape, rowIndex, colIndex, values } = stencil5({ n, ny: n });
  const phase = (i: number): number => i ** 2 / 7;
  return complexFromEntries(shape, {
    rowIndex,
    colIndex,
    values: [...values].flatMap((value, k) => {
      const angle = phase(colIndex[k] as number) - phase(rowIndex[k] as number);
      return [value * Math.cos(angle), value * Math.sin(angle)];
    }),
  });
}

const A = turnedGrid(9);
const n = A.shape.rows;
/** Each of the real matrix of twice the rows is there twice. */
const known = symmetricEigen(denseOf(realEquivalent(A)))
  .values.toSorted((a, b) => a - b)
  .filter((_, i) => i % 2 === 0);

/** Σ conj(u)v, as a size. */
function product(u: Float64Array, v: Float64Array): number {
  let [real, imaginary] = [0, 0];
  for (let i = 0; i < u.length; i += 2) {
    const [a, b, c, d] = [u[i], u[i + 1], v[i], v[i + 1]] as [number, number, number, number];
    real += a * c + b * d;
    imaginary += a * d - b * c;
  }
  return Math.hypot(real, imaginary);
}

function checkVectors(vectors: readonly Float64Array[]): void {
  for (const [i, u] of vectors.entries())
    for (const [j, v] of vectors.entries()) expect(product(u, v)).toBeCloseTo(i === j ? 1 : 0, 6);
}

describe.each(places)('eigenvalues of a Hermitian matrix on $name', ({ open }) => {
  it.each(['LA', 'SA', 'LM'] as const)(
    'by %s are there as often as in the matrix, not once for each part',
    async (which) => {
      const { system, close } = await open(A);
      const found = await eigenvalues(system, { k: 7, which });
      const wanted = which === 'SA' ? known : known.toReversed();
      expect([found.reason, found.values.length]).toEqual(['converged', 7]);
      for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(wanted[i] as number, 7);
      checkVectors(found.vectors);
      expect(Math.max(...found.residuals)).toBeLessThan(1e-7);
      await close();
    },
  );
});

it('all n of them are found, and no more are asked for', async () => {
  const small = turnedGrid(3);
  const found = await eigenvalues(await hostSystem(small), { k: 9, which: 'SA' });
  expect(found.converged).toBe(true);
  const root = Math.SQRT2;
  const all = [4 - 2 * root, 4 - root, 4 - root, 4, 4, 4, 4 + root, 4 + root, 4 + 2 * root];
  for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(all[i] as number, 7);
  checkVectors(found.vectors);
  await expect(eigenvalues(await hostSystem(small), { k: 10 })).rejects.toMatchObject({
    code: 'PARAM.OUT_OF_RANGE',
    details: { k: 10, n: 9 },
  });
});

describe('eigenvalues of a Hermitian matrix near a number', () => {
  const nearest = (all: readonly number[], near: number): number[] =>
    all.map((value) => Math.abs(value - near)).toSorted((a, b) => a - b);

  it.each([0, 2.71, 4, -100])('%d are there as often as in the matrix', async (near) => {
    const found = await eigenvalues(await hostSystem(A), { near, k: 6 });
    expect([found.reason, found.values.length]).toEqual(['converged', 6]);
    for (const [i, value] of found.values.entries())
      expect(Math.abs(value - near)).toBeCloseTo(nearest(known, near)[i] as number, 8);
    checkVectors(found.vectors);
  });

  it('are counted once each by the signs of LDLᵀ', async () => {
    const { message } = await eigenvalues(await hostSystem(A), { near: 0, k: 6 });
    expect(message).toContain('by the signs of LDLᵀ');
  });

  it('are those of Kx = λMx with a real M of its rows', async () => {
    const each = Int32Array.from({ length: n }, (_, i) => i);
    const M = { shape: A.shape, rowIndex: each, colIndex: each, values: new Float64Array(n).fill(4) };
    const found = await eigenvalues(await hostSystem(A), { near: 0, k: 5, M });
    expect(found.converged).toBe(true);
    for (const [i, value] of found.values.entries()) expect(4 * value).toBeCloseTo(known[i] as number, 7);
    checkVectors(found.vectors.map((v) => v.map((value) => 2 * value)));
  });
});
