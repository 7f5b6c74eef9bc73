import { randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { csrOf } from '../src/csr.ts';
import { denseInverse } from '../src/dense-inverse.ts';
import { finished } from '../src/parts.ts';
import { apart, cooOf, times, transposeOf } from './dense.ts';

const random = (n: number, m: number, seed: number): number[][] => {
  const all = randomVector(n * m, { seed });
  return Array.from({ length: n }, (_, i) => Array.from(all.subarray(i * m, (i + 1) * m)));
};
const inverted = (A: number[][], isSymmetric = false): number[][] => {
  const flat = finished(denseInverse(csrOf(cooOf(A)), isSymmetric));
  return A.map((_, i) => Array.from(flat.subarray(i * A.length, (i + 1) * A.length)));
};

/** The four conditions of Penrose. */
function farFromPseudoInverse(A: number[][], X: number[][]): number {
  const [AX, XA] = [times(A, X), times(X, A)];
  return Math.max(
    apart(times(AX, A), A),
    apart(times(XA, X), X),
    apart(AX, transposeOf(AX)),
    apart(XA, transposeOf(XA)),
  );
}

describe('the inverse of the coarsest level', () => {
  it('is that of a matrix whose rows have to change places', () => {
    const A = random(20, 20, 1);
    A[0]?.splice(0, 1, 0);
    expect(
      apart(
        times(A, inverted(A)),
        A.map((_, i) => A.map((_, j) => (i === j ? 1 : 0))),
      ),
    ).toBeLessThan(1e-10);
  });

  it.each([1, 3, 12])('is the pseudo-inverse where %d columns depend on the others', (lost) => {
    const A = times(random(12, 12 - lost || 1, 3), random(12 - lost || 1, 12, 4)).map((row) =>
      row.map((v) => (lost === 12 ? 0 : v)),
    );
    expect(farFromPseudoInverse(A, inverted(A))).toBeLessThan(1e-9);
  });

  it('of a Laplacian takes constants to 0, and is symmetric to the last bit', () => {
    const L = [
      [2, -1, -1, 0],
      [-1, 2, -1, 0],
      [-1, -1, 3, -1],
      [0, 0, -1, 1],
    ];
    const X = inverted(L, true);
    expect(farFromPseudoInverse(L, X)).toBeLessThan(1e-14);
    expect(X).toEqual(transposeOf(X));
  });
});
