import { buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { writePetsc } from '@spmv/interchange';
import { hostSystem, solve } from '@spmv/solvers';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { petscSolve } from '../src/solve.ts';
import { missing } from './missing.ts';
import { FULL } from '../../../tools/full-lane.ts';
import { unless } from '../../../tools/needs.ts';

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

describe('Ax = b by PETSc', unless(lack), () => {
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

const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-solve-'));
const path = join(folder, 'A.petsc');
const { shape, rowIndex, colIndex, values } = coo;
const whole = {
  shape,
  positions: { rowIndex, colIndex },
  values,
  field: 'real',
  symmetry: 'general',
  about: '',
} as const;
writeFileSync(path, Buffer.concat([...writePetsc(whole)]));
afterAll(() => rmSync(folder, { recursive: true }));

function damaged(at: number, byte: number): string {
  const bytes = readFileSync(path);
  bytes[at] = byte;
  const name = join(folder, 'damaged.petsc');
  writeFileSync(name, bytes);
  return name;
}

describe('A in a file', unless(lack), () => {
  it.each(FULL ? [1, 2, 3] : [3])(
    'is read by %i ranks, each its rows, as the matrix that Node hands over',
    async (ranks) => {
      const given = { ...root, ranks, rtol: 1e-8 };
      const [read, handed] = [await petscSolve(path, b, given), await petscSolve(matrix, b, given)];
      expect(read.x).toEqual(handed.x);
      expect(read.converged).toBe(true);
    },
  );

  it('is read where vectors travel by messages, too', async () => {
    const { x } = await petscSolve(path, b, { ...root, ranks: 2, rtol: 1e-8, memory: 'messages' });
    expect(residual(x)).toBeLessThan(1.01e-8);
  });

  it.each([
    ['a column outside', 16 + 4 * 1600, 'a column is outside'],
    ['lengths that are too large', 16, 'more entries than it says'],
  ])('with %s fails with the name of the file', async (_, at, words) => {
    await expect(petscSolve(damaged(at, 0x7f), b, { ...root, ranks: 2 })).rejects.toMatchObject({
      code: 'BACKEND.FAILED',
      message: expect.stringMatching(new RegExp(`damaged\\.petsc: .*${words}`, 'u')) as string,
    });
  });
});

describe('what cannot be solved', () => {
  it.each([
    ['is not there', () => join(folder, 'none.petsc')],
    ['is another file', () => damaged(0, 1)],
    ['is dense', () => damaged(12, 0xff)],
    ['was cut', () => damaged(12, 1)],
  ])('a file that %s is refused before anything is started', async (_, make) => {
    await expect(petscSolve(make(), b)).rejects.toMatchObject({ code: 'FILE.FORMAT' });
  });

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
