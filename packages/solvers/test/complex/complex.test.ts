import type { ComplexCoo } from '@spmv/core';
import { complexFromEntries, realEquivalent, transposeCoo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { PreconditionerId } from '../../src/index.ts';
import { hostSystem, solve } from '../../src/index.ts';
import type { TestedSystem } from '../places.ts';
import { places } from '../places.ts';
import type { Apply } from '../../src/methods/method.ts';
import { applying } from '../../src/preconditioners/preconditioner.ts';
import { PRECONDITIONERS } from '../../src/preconditioners/preconditioners.ts';

/** How a five-point matrix on side × side points is made. */
interface Points {
  readonly side: number;
  readonly diagonal: (i: number) => readonly [number, number];
  /** Of the point to the right; that of the one to the left is its conjugate where it is Hermitian. */
  readonly right: readonly [number, number];
  readonly left: readonly [number, number];
}

function points({ side, diagonal, right, left }: Points): ComplexCoo {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  const put = (i: number, j: number, value: readonly [number, number]): void => {
    rowIndex.push(i);
    colIndex.push(j);
    values.push(...value);
  };
  for (let i = 0; i < side * side; i++) {
    put(i, i, diagonal(i));
    if (i % side > 0) put(i, i - 1, left);
    if (i % side < side - 1) put(i, i + 1, right);
    if (i >= side) put(i, i - side, [-1, 0]);
    if (i < side * (side - 1)) put(i, i + side, [-1, 0]);
  }
  return complexFromEntries({ rows: side * side, cols: side * side }, { rowIndex, colIndex, values });
}

/** Helmholtz' equation with absorption: neither Hermitian nor definite. */
const HELMHOLTZ = points({ side: 20, diagonal: () => [4 - 0.6, 0.35], right: [-1, 0], left: [-1, 0] });
/** Hermitian and definite: a magnetic field turns the phase from point to point. */
const HERMITIAN = points({ side: 12, diagonal: (i) => [4.2 + (i % 3), 0], right: [-0.6, 0.8], left: [-0.6, -0.8] });
/** Nothing real on the diagonal. */
const TURNED = points({ side: 10, diagonal: (i) => [0, i % 2 === 0 ? 5 : -5], right: [0.5, 1], left: [1, -0.25] });

function times({ shape, rowIndex, colIndex, values }: ComplexCoo, x: Float64Array): Float64Array {
  const y = new Float64Array(2 * shape.rows);
  for (let k = 0; k < rowIndex.length; k++) {
    const [i, j] = [2 * rowIndex[k], 2 * colIndex[k]];
    const [a, b, c, d] = [values[2 * k], values[2 * k + 1], x[j], x[j + 1]];
    y[i] += a * c - b * d;
    y[i + 1] += a * d + b * c;
  }
  return y;
}

const wave = (n: number): Float64Array => Float64Array.from({ length: 2 * n }, (_, k) => Math.cos(k * k));

async function solved(
  A: ComplexCoo,
  method: 'cg' | 'minres' | 'gmres' | 'bicgstab' | 'lsqr',
  M: PreconditionerId | 'none',
  { open } = places[0] as TestedSystem,
) {
  const { system, close } = await open(A);
  const x = wave(A.shape.cols);
  const result = await solve(system, times(A, x), { method, M, rtol: 1e-10, maxiter: 2000 });
  await close();
  expect(result, result.message).toMatchObject({ converged: true });
  const error = Math.max(...result.x.map((value, k) => Math.abs(value - x[k])));
  expect(error).toBeLessThan(1e-7);
  return result;
}

describe.each(places.slice(1))('on $name', (place) => {
  it.each([
    ['cg', 'none', HERMITIAN],
    ['cg', 'jacobi', HERMITIAN],
    ['cg', 'ic0', HERMITIAN],
    ['cg', 'chebyshev', HERMITIAN],
    ['minres', 'block-jacobi', HERMITIAN],
    ['lsqr', 'none', TURNED],
    ['bicgstab', 'jacobi', TURNED],
    ['gmres', 'ilut', HELMHOLTZ],
    ['gmres', 'none', HELMHOLTZ],
  ] as const)('%s with %s takes as many iterations as on the host', async (method, M, A) => {
    const [here, there] = [await solved(A, method, M), await solved(A, method, M, place)];
    expect(Math.abs(there.iterations - here.iterations)).toBeLessThanOrEqual(1 + here.iterations / 20);
    expect(there.place).toContain(M === 'ilut' ? 'the host' : 'c128');
  });

  it('block-jacobi takes blocks that are nearly singular', async () => {
    const entries = { rowIndex: [] as number[], colIndex: [] as number[], values: [] as number[] };
    for (let i = 0; i < 40; i += 2) {
      entries.rowIndex.push(i, i, i + 1, i + 1);
      entries.colIndex.push(i, i + 1, i, i + 1);
      entries.values.push(1, 0, Math.cos(i), Math.sin(i), Math.cos(i), -Math.sin(i), 1 + 1e-10, 0);
    }
    const { system, close } = await place.open(complexFromEntries({ rows: 40, cols: 40 }, entries));
    const { converged, message } = await solve(system, wave(40), { method: 'cg', M: 'block-jacobi' });
    await close();
    expect(converged, message).toBe(true);
  });

  it('c64 finds what f32 can tell', async () => {
    const { system, close } = await place.open(HERMITIAN, 'c64');
    const x = wave(HERMITIAN.shape.cols);
    const result = await solve(system, times(HERMITIAN, x), { method: 'cg', M: 'jacobi', rtol: 1e-5 });
    const closer = await solve(system, times(HERMITIAN, x), { method: 'cg', M: 'jacobi', rtol: 1e-12 });
    await close();
    expect(result.message).toContain('converged');
    expect(closer.error?.fix).toMatch(/or compute in c128\.$/u);
    expect(Math.max(...result.x.map((value, k) => Math.abs(value - x[k])))).toBeLessThan(1e-3);
  });
});

// SciPy 1.17 takes the iterations named here, to the same tolerance with the same restart. Real arithmetic on parts takes many times those of gmres and bicgstab.
describe('in complex arithmetic', () => {
  it.each([
    ['gmres', 'none', HELMHOLTZ, 122],
    ['gmres', 'jacobi', HELMHOLTZ, 122],
    ['bicgstab', 'none', HELMHOLTZ, 83],
    ['bicgstab', 'jacobi', TURNED, 10],
    ['cg', 'none', HERMITIAN, 30],
    ['cg', 'jacobi', HERMITIAN, 29],
  ] as const)('%s with %s takes as many iterations as SciPy', async (method, M, A, theirs) => {
    const { iterations } = await solved(A, method, M);
    expect(Math.abs(iterations - theirs)).toBeLessThanOrEqual(theirs / 6);
  });

  it.each(['none', 'jacobi', 'ic0', 'block-jacobi', 'ssor'] as const)('minres with %s', async (M) => {
    await solved(HERMITIAN, 'minres', M);
  });

  it('takes few iterations with ilu0, also where pivots are imaginary', async () => {
    for (const A of [HELMHOLTZ, TURNED, transposeCoo(TURNED, true)])
      for (const method of ['gmres', 'bicgstab'] as const)
        expect((await solved(A, method, 'ilu0')).iterations).toBeLessThan(60);
  });

  it.each(['none', 'ssor'] as const)('refuses cg with %s for what is symmetric and not Hermitian', async (M) => {
    await expect(solved(HELMHOLTZ, 'cg', M)).rejects.toMatchObject({
      code: 'SOLVER.UNFIT',
      message: 'cg needs a Hermitian matrix: the imaginary part of element (0, 0) is 0.35.',
      details: { row: 0, col: 0, part: 'imaginary', here: 0.35 },
    });
    await expect(solved(TURNED, 'minres', M)).rejects.toMatchObject({
      details: { row: 0, col: 0, part: 'imaginary', here: 5 },
    });
  });

  it.each(['ic0', 'ict'] as const)('asks for a Hermitian matrix where it is factored by %s', async (M) => {
    await expect(solved(HELMHOLTZ, 'gmres', M)).rejects.toThrow(`${M} needs a Hermitian matrix.`);
  });

  it('says whose rows those are that multigrid cannot take', async () => {
    await expect(solved(TURNED, 'gmres', 'multigrid')).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      message: expect.stringMatching(/element \(0, 0\) is 0\. .*of A it is row 0\./u) as string,
    });
  });

  it('names rows and the rank of the complex matrix where factors find it singular', async () => {
    // The last row is i times the one before.
    const rows = { rowIndex: [0, 1, 1, 2, 2], colIndex: [0, 1, 2, 1, 2], values: [1, 0, 1, 0, 0, 1, 0, 1, -1, 0] };
    const singular = complexFromEntries({ rows: 3, cols: 3 }, rows);
    const solution = solve(await hostSystem(singular), Float64Array.of(1, 0, 1, 0, 0, 0), { method: 'lu' });
    await expect(solution).rejects.toMatchObject({
      message: expect.stringMatching(/of A it is row 1, column 1, rank 2\./u) as string,
      details: { row: 1, col: 1, rank: 2 },
    });
  });
});

describe('preconditioners of complex matrices', () => {
  const names = Object.values(PRECONDITIONERS).map(({ id }) => id);

  it.each(names)('cg with %s takes as many iterations as for the real system of twice the size', async (M) => {
    const b = times(HERMITIAN, wave(HERMITIAN.shape.cols));
    const real = await solve(await hostSystem(realEquivalent(HERMITIAN)), b, { method: 'cg', M, rtol: 1e-10 });
    expect((await solved(HERMITIAN, 'cg', M)).iterations).toBe(real.iterations);
  });

  const linear = Object.values(PRECONDITIONERS).filter(({ splitsPairs }) => !splitsPairs);

  it.each(linear.map((one) => [one.id, one] as const))('%s makes i·M⁻¹r of i·r', async (id, { prepare }) => {
    for (const A of id === 'ic0' || id === 'schur' || id === 'chebyshev' ? [HERMITIAN] : [HERMITIAN, HELMHOLTZ]) {
      const system = await hostSystem(A);
      const space = system.newSpace();
      const made = await prepare(system, space);
      const apply: Apply = typeof made === 'function' ? made : applying(made);
      const n = 2 * A.shape.rows;
      const [r, z] = [space.vector(n), space.vector(n)];
      const run = await space.compile(apply(r, z));
      const image = async (given: Float64Array) => {
        await space.write(r, given);
        await run.run();
        return space.read(z);
      };
      const turn = (x: ArrayLike<number>) => Array.from(x, (_, k) => (k % 2 === 0 ? -x[k + 1] : x[k - 1]));
      const given = wave(A.shape.rows);
      const [here, there] = [turn(await image(given)), await image(Float64Array.from(turn(given)))];
      const size = Math.max(...here.map(Math.abs));
      expect(size).toBeGreaterThan(0.01);
      expect(Math.max(...here.map((value, k) => Math.abs(value - there[k]))) / size).toBeLessThan(1e-12);
      await space.dispose();
      await system.dispose();
    }
  });
});
