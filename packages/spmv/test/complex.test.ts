import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csr } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { add, get, toDense } from '../src/build/index.ts';
import { openMatrix } from '../src/node/index.ts';
import { createOpenMatrix } from '../src/open-matrix.ts';
import { everywhere } from '../src/plugins.ts';

/** [2, 1+i; 0, −3i] in CSR. */
const CSR = { shape: [2, 2], rowStart: [0, 2, 3], colIndex: [0, 1, 1], values: [2, 0, 1, 1, 0, -3] } as const;
const x = [1, 1, 2, -1];
const C128 = { precision: 'c128' } as const;

describe('openMatrix of complex numbers', () => {
  it.each(['serial', 'threads'])('multiplies by A, Aᵀ, Aᴴ and conj(A) on %s', async (backend) => {
    const A = await openMatrix(CSR, { backend, precision: 'c128' });
    // 2(1+i) + (1+i)(2−i) = 5+3i; −3i(2−i) = −3−6i.
    expect(await A.multiply(x)).toEqual(Float64Array.of(5, 3, -3, -6));
    expect([...(await A.T.multiply(x))]).toEqual([2, 2, -3, -4]);
    expect([...(await A.H.multiply(x))]).toEqual([2, 2, 5, 6]);
    expect([...(await A.H.T.multiply(x))]).toEqual([3, -1, 3, 6]);
    expect(A.H.H).toBe(A);
    expect(A.T.H).toBe(A.H.T);
    const y = Float64Array.of(1, 0, 0, 1);
    // i·Ax + 2y
    expect(await A.multiply(x, { alpha: [0, 1], beta: 2, y })).toBe(y);
    expect([...y]).toEqual([-1, 5, 6, -1]);
    // (1+i)·Aᴴx + i·y
    const z = Float64Array.of(1, 0, 0, 1);
    await A.H.multiply(x, { alpha: [1, 1], beta: [0, 1], y: z });
    expect([...z]).toEqual([0, 5, -2, 11]);
    // Nobody waits between: each adds to what the one before gives.
    const sum = new Float64Array(4);
    await Promise.all([1, 2, 3].map((alpha) => A.multiply(x, { alpha, beta: 1, y: sum })));
    expect([...sum]).toEqual([30, 18, -18, -36]);
    expect(A.place).toMatchObject({ backend, format: 'csr', kernel: expect.stringMatching(/\/csr/u) as string });
    // Without compiled code for this machine the next one multiplies, and that is said.
    const { kernel = '', passedOver = [] } = A.place ?? {};
    expect(passedOver.map((one) => one.kernel)).toEqual(
      kernel.startsWith('native/') ? [] : expect.arrayContaining(['native/csr']),
    );
    await A.dispose();
    await expect(A.T.multiply(x)).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  });

  it.each(['sell', 'ellpack', 'csc'])('multiplies by Aᵀ and Aᴴ in %s, too', async (format) => {
    const A = await openMatrix(CSR, { backend: 'serial', format, precision: 'c128' });
    expect([...(await A.T.multiply(x))]).toEqual([2, 2, -3, -4]);
    expect([...(await A.H.multiply(x))]).toEqual([2, 2, 5, 6]);
    await A.dispose();
  });

  it('is refused where a real matrix is read, with the way out', async () => {
    const B = await openMatrix(CSR, C128);
    const A = await openMatrix([
      [1, 2],
      [3, 4],
    ]);
    const complex = { code: 'FORMAT.INVALID', fix: expect.stringContaining('real(), imaginary() or abs()') as string };
    for (const refused of [
      () => add(B as never, B as never),
      () => get(B.entries() as never, 0, 1),
      () => toDense(B as never),
    ])
      expect(refused).toThrow(expect.objectContaining(complex) as Error);
    await expect(A.multiply(A, { D: B as never })).rejects.toMatchObject(complex);
    await expect(A.multiply(B as never)).rejects.toMatchObject({
      message: expect.stringContaining('a complex matrix'),
    });
    expect(toDense(add(B.real(), A)).map((row) => [...row])).toEqual([
      [3, 3],
      [3, 4],
    ]);
  });

  it('names its own rows where it cannot be solved', async () => {
    const tall = await openMatrix({ shape: [2, 1], rowIndex: [0, 1], colIndex: [0, 0], values: [1, 0, 2, 1] }, C128);
    await expect(tall.solve([1, 0, 0, 0], { method: 'bicgstab' })).rejects.toThrow('and this one is 2 × 1');
    const singular = await openMatrix({ shape: [2, 2], rowIndex: [0], colIndex: [0], values: [1, 2] }, C128);
    await expect(singular.solve([1, 0, 0, 1], { method: 'lu' })).rejects.toMatchObject({
      code: 'SOLVER.SINGULAR',
      message: expect.stringContaining('of A it is row 1, column 1, rank 1'),
    });
    const open = (values: number[]) =>
      openMatrix({ shape: [2, 2], rowIndex: [0, 0, 1], colIndex: [0, 1, 1], values }, C128);
    const half = await open([4, 0, 1, -2, 4, 0]);
    for (const method of ['cholesky', 'ldlt'] as const)
      await expect(half.solve([1, 0, 0, 1], { method })).rejects.toMatchObject({
        code: 'OPERAND.MATRIX',
        message: 'The matrix is not Hermitian: the real part of element (0, 1) is 1, and that of (1, 0) is 0.',
        fix: expect.not.stringContaining('analyzeSymmetric'),
      });
    await expect((await open([4, 0, 1, -Infinity, 4, 0])).solve([1, 0, 0, 1])).rejects.toMatchObject({
      code: 'SOLVER.NOT_FINITE',
      message: expect.stringContaining('The imaginary part of element (0, 1) of the matrix is -Infinity'),
    });
  });

  it('solves, by factors, by conjugate gradients where A is Hermitian, and by rows of any kind', async () => {
    const A = await openMatrix(CSR, C128);
    const solved = await A.solve(await A.multiply(x));
    expect(solved).toMatchObject({ converged: true });
    solved.x.forEach((value, k) => expect(value).toBeCloseTo(x[k] as number, 12));
    const adjoint = await A.H.solve(await A.H.multiply(x));
    adjoint.x.forEach((value, k) => expect(value).toBeCloseTo(x[k] as number, 12));
    await A.dispose();
    // Hermitian and positive definite: 4 on the diagonal, ±i beside it.
    const n = 50;
    const places = Array.from({ length: n }, (_, i) => [
      [i, i, 4, 0],
      ...(i > 0
        ? [
            [i, i - 1, 0, 1],
            [i - 1, i, 0, -1],
          ]
        : []),
    ]).flat();
    const H = await openMatrix(
      {
        shape: [n, n],
        rowIndex: places.map(([i]) => i as number),
        colIndex: places.map(([, j]) => j as number),
        values: places.flatMap(([, , a, b]) => [a as number, b as number]),
      },
      C128,
    );
    const right = Float64Array.from({ length: 2 * n }, (_, k) => Math.cos(k));
    const by = await H.solve(right, { method: 'cg', rtol: 1e-10 });
    expect(by).toMatchObject({ converged: true, method: 'cg' });
    const back = await H.multiply(by.x);
    back.forEach((value, k) => expect(value).toBeCloseTo(right[k] as number, 8));
    await H.dispose();
  });

  it('gives real matrices, entries and files, and reads them', async () => {
    const A = await openMatrix(CSR, { precision: 'c64' });
    expect(await A.multiply(x)).toEqual(Float32Array.of(5, 3, -3, -6));
    expect([A.real().values, A.imaginary().values]).toEqual([Float64Array.of(2, 1, 0), Float64Array.of(0, 1, -3)]);
    expect(A.abs().values).toEqual(Float64Array.of(2, Math.SQRT2, 3));
    expect([A.get(0, 1), A.get(1, 0)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const sizes = await openMatrix(A.abs());
    expect([...(await sizes.multiply([1, 0]))]).toEqual([2, 0]);
    const folder = mkdtempSync(join(tmpdir(), 'spmv-complex-'));
    for (const name of ['a.mtx', 'a.mtx.gz', 'a.npz', 'a.mat', 'a.bsp.npz']) {
      await A.save(join(folder, name));
      const B = await openMatrix(join(folder, name), C128);
      expect(B.entries(), name).toEqual(A.entries());
      await B.dispose();
    }
    expect(readFileSync(join(folder, 'a.mtx'), 'utf8')).toContain('complex general');
    writeFileSync(
      join(folder, 'h.mtx'),
      '%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 3 4\n',
    );
    const H = await openMatrix(join(folder, 'h.mtx'), C128);
    expect(H.entries().values).toEqual(Float64Array.of(1, 0, 3, -4, 3, 4));
    expect(H.warnings).toEqual([expect.stringMatching(/^Line 1: .*one %/u)]);
    expect(A.warnings).toEqual([]);
    await expect(openMatrix(join(folder, 'h.mtx'))).rejects.toMatchObject({
      code: 'MMIO.COMPLEX',
      fix: expect.stringContaining("precision: 'c128'") as string,
    });
    for (const one of [A, sizes, H]) await one.dispose();
  });

  it('takes real ones, and says what is wrong', async () => {
    const real = await openMatrix({ shape: [1, 2], rowStart: [0, 2], colIndex: [0, 1], values: [1, 2] }, C128);
    expect([...(await real.multiply(x))]).toEqual([5, -1]);
    await expect(real.multiply([1, 2])).rejects.toMatchObject({ code: 'OPERAND.LENGTH' });
    await expect(real.multiply(x, { beta: 1 })).rejects.toMatchObject({ code: 'OPERAND.SCALAR' });
    await expect(real.multiply(x, { y: new Float32Array(2) as never })).rejects.toMatchObject({ code: 'OPERAND.TYPE' });
    await expect(real.multiply(x, { alpha: '2' as never })).rejects.toMatchObject({ code: 'OPERAND.SCALAR' });
    await expect(real.multiply(x, { alfa: 2 } as never)).rejects.toMatchObject({ code: 'PARAM.UNKNOWN' });
    await real.dispose();
    await expect(openMatrix([[1, 2]], C128)).rejects.toMatchObject({ code: 'FORMAT.INVALID' });
    await expect(openMatrix({ ...CSR, values: [1, 2, 3, 4] }, C128)).rejects.toMatchObject({ code: 'FORMAT.INVALID' });
    await expect(openMatrix(CSR, { ...C128, products: 5 } as never)).rejects.toMatchObject({ code: 'PARAM.UNKNOWN' });
    await expect(openMatrix(CSR, { ...C128, format: 'symmetric' })).rejects.toMatchObject({ code: 'FORMAT.REFUSED' });
  });

  it('counts pairs where a vector is of another length, and names what can be done instead; the fixes work', async () => {
    const A = await openMatrix(CSR, C128);
    const wanted = expect.stringContaining('2 pairs, one after the other') as string;
    const lengths = { code: 'OPERAND.LENGTH', message: wanted };
    await expect(A.multiply([1, 2])).rejects.toMatchObject(lengths);
    await expect(A.multiply(x, { y: new Float64Array(2) })).rejects.toMatchObject(lengths);
    await expect(A.solve([1, 2])).rejects.toMatchObject(lengths);
    await expect(A.solve(x, { x0: [1, 2] })).rejects.toMatchObject(lengths);
    expect((await A.solve(x, { x0: [1, 0, 2, 0] })).converged).toBe(true);
    const pairs = [
      [1, 1],
      [2, -1],
    ];
    await expect(A.multiply(pairs as never)).rejects.toMatchObject({
      code: 'OPERAND.TYPE',
      fix: expect.stringContaining('in one array') as string,
    });
    await expect(A.multiply(A as never)).rejects.toMatchObject({
      code: 'OPERAND.TYPE',
      fix: expect.stringContaining('R.multiply(await openMatrix(B.real(), { shareBackendsWith: R }))') as string,
    });
    const R = await openMatrix(A.real());
    const product = await R.multiply(await openMatrix(A.real(), { shareBackendsWith: R }));
    expect(product.toDense().flatMap((row) => [...row])).toEqual([4, 2, 0, 0]);
    await R.dispose();
    await A.dispose();
  });

  it('says of arrays without enough or with twice as many values how complex entries are given', async () => {
    const COO = { shape: [2, 2], rowIndex: [0, 0, 1], colIndex: [0, 1, 1], values: CSR.values } as const;
    const CSC = { shape: [2, 2], colStart: [0, 1, 3], rowIndex: [0, 0, 1], values: CSR.values } as const;
    for (const source of [CSR, COO, CSC]) {
      const fix = expect.stringContaining("precision: 'c128'") as string;
      await expect(openMatrix(source)).rejects.toMatchObject({ code: 'FORMAT.INVALID', fix });
      await (await openMatrix(source, C128)).dispose();
      await expect(openMatrix({ ...source, values: [1, 2, 3, 4, 5] }, C128)).rejects.toMatchObject({
        code: 'FORMAT.INVALID',
        message: expect.stringContaining('3 entries have 5 values') as string,
      });
    }
    const triplets = [[0, 0, [1, 2]]];
    await expect(openMatrix({ shape: [1, 1], triplets } as never, C128)).rejects.toMatchObject({
      fix: expect.stringContaining('pairs in values') as string,
    });
    const four = openMatrix({ shape: [1, 1], triplets: [[0, 0, 1, 2]] } as never, C128);
    const { fix } = await four.then(
      () => ({ fix: '' }),
      (error: unknown) => error as { readonly fix: string },
    );
    const shown = /\{ shape.*?\}/u.exec(fix)?.[0].replace(/(\w+):/gu, '"$1":') ?? '';
    const A = await openMatrix(JSON.parse(shown) as typeof COO, C128);
    expect([A.get(0, 0), A.get(1, 1)]).toEqual([
      [1, 2],
      [3, -4],
    ]);
    await A.dispose();
    const real = await openMatrix({ shape: [1, 1], triplets: [[0, 0, 3]] }, C128);
    expect(real.get(0, 0)).toEqual([3, 0]);
    await real.dispose();
  });

  it.each(['serial', 'threads'])('builds its format once for products and for systems, on %s', async (backend) => {
    let builds = 0;
    const counted = {
      ...csr,
      build(...args: Parameters<typeof csr.build>) {
        builds++;
        csr.build(...args);
      },
    };
    const plugins = everywhere.map((plugin) => ({
      ...plugin,
      ...(plugin.formats ? { formats: plugin.formats.map((one) => (one.id === 'csr' ? counted : one)) } : {}),
    }));
    const A = await createOpenMatrix({ plugins: async () => plugins })(CSR, { backend, precision: 'c128' });
    const { x: found, converged } = await A.solve([5, 3, -3, -6], { method: 'bicgstab', rtol: 1e-12 });
    expect([builds, converged]).toEqual([1, true]);
    found.forEach((value, k) => expect(value).toBeCloseTo(x[k] as number, 10));
    expect(await A.multiply(x)).toEqual(Float64Array.of(5, 3, -3, -6));
    await A.dispose();
  });
});
