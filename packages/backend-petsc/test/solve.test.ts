import { buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { hostSystem, solve } from '@spmv/solvers';
import { describe, expect, it } from 'vitest';
import { petscSolve } from '../src/solve.ts';
import { missing } from './missing.ts';

const lack = await missing();
const root = { allowRoot: true, oversubscribe: true } as const;

/** −Δu on a grid of n × n, with a diagonal that differs from row to row. */
function grid(n: number) {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  const add = (i: number, j: number, value: number): void => {
    rowIndex.push(i);
    colIndex.push(j);
    values.push(value);
  };
  for (let i = 0; i < n * n; i++) {
    add(i, i, 4 + (i % 7) / 4);
    for (const [j, isThere] of [
      [i - 1, i % n > 0],
      [i + 1, i % n < n - 1],
      [i - n, i >= n],
      [i + n, i < n * n - n],
    ] as const)
      if (isThere) add(i, j, -1);
  }
  return cooFromEntries({ rows: n * n, cols: n * n }, { rowIndex, colIndex, values });
}

const coo = grid(40);
const matrix = buildMatrix(csr, coo);
const b = Float64Array.from({ length: 1600 }, (_, i) => 1 + (i % 5));

/** ‖b − Ax‖ / ‖b‖. */
function residual(x: Float64Array): number {
  const rest = b.slice();
  coo.values.forEach((value, k) => {
    const i = coo.rowIndex[k] as number;
    rest[i] = (rest[i] as number) - value * (x[coo.colIndex[k] as number] as number);
  });
  return Math.hypot(...rest) / Math.hypot(...b);
}

describe.skipIf(lack !== undefined)(`Ax = b by PETSc${lack === undefined ? '' : ` (skipped: ${lack})`}`, () => {
  it.each([
    [1, 'cg', 'none'],
    [2, 'cg', 'jacobi'],
    [2, 'cg', 'ic0'],
    [1, 'cg', 'ssor'],
    [3, 'gmres', 'ilu0'],
    [2, 'bicgstab', 'jacobi'],
  ] as const)('%i ranks, %s with %s', async (ranks, method, M) => {
    const found = await petscSolve(matrix, b, { ...root, ranks, method, M, rtol: 1e-8 });
    expect(found).toMatchObject({ converged: true, ranks });
    expect(residual(found.x)).toBeLessThan(1.01e-8);
    expect(found.residual / Math.hypot(...b)).toBeCloseTo(residual(found.x), 12);
  });

  it('needs as many iterations as ours, with the same preconditioner', async () => {
    const ours = await solve(await hostSystem(coo), b, { method: 'cg', M: 'jacobi', rtol: 1e-8 });
    const theirs = await petscSolve(matrix, b, { ...root, ranks: 2, rtol: 1e-8 });
    expect(ours.converged).toBe(true);
    expect(Math.abs(theirs.iterations - ours.iterations)).toBeLessThanOrEqual(1);
    expect(Math.max(...theirs.x.map((value, i) => Math.abs(value - (ours.x[i] as number))))).toBeLessThan(1e-6);
  });

  it('says where it did not converge', async () => {
    const found = await petscSolve(matrix, b, { ...root, ranks: 1, rtol: 1e-12, maxiter: 3 });
    expect(found).toMatchObject({ converged: false, reason: -3, iterations: 3 });
  });
});

describe('what cannot be solved', () => {
  it.each([
    [{ method: 'qr' }, 'PARAM.OUT_OF_RANGE'],
    [{ M: 'magic' }, 'PARAM.OUT_OF_RANGE'],
    [{ rtol: -1 }, 'PARAM.OUT_OF_RANGE'],
    [{ x0: [1] }, 'PARAM.OUT_OF_RANGE'],
  ] as const)('%o is refused before anything is started', async (options, code) => {
    await expect(petscSolve(matrix, b, options as object)).rejects.toMatchObject({ code });
  });

  it('a b of another length is refused', async () => {
    await expect(petscSolve(matrix, [1, 2])).rejects.toMatchObject({ code: 'OPERAND.LENGTH' });
  });
});
