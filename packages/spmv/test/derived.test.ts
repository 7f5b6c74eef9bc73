import { expect, it } from 'vitest';
import { openMatrix } from 'spmv';

const backend = 'serial';
/** [[4, −1, 0], [−1, 4, −1]] */
const csr = { shape: { rows: 2, cols: 3 }, rowStart: [0, 2, 5], colIndex: [0, 1, 0, 1, 2], values: [4, -1, -1, 4, -1] };

it('takes matrices apart and puts them together, opening nothing before a product', async () => {
  await using A = await openMatrix(csr, { backend });
  expect([A.diagonal(), A.get(1, 2), A.get(0, 2), A.norm(), A.norm(1), A.norm(Infinity), A.sum()]).toEqual([
    Float64Array.of(4, 4),
    -1,
    0,
    Math.sqrt(35),
    5,
    6,
    5,
  ]);
  expect([A.toDense(), A.sum(0), A.T.sum(0)]).toEqual([
    [Float64Array.of(4, -1, 0), Float64Array.of(-1, 4, -1)],
    Float64Array.of(3, 3, -1),
    Float64Array.of(3, 2),
  ]);
  await using block = A.slice({ rows: { from: 1 }, cols: { to: 2 } });
  await using twice = A.scale(2);
  await using gone = twice.add(A, -2);
  await using squares = A.map((value, i, j) => value * value + i - j);
  expect([block.plan, twice.plan, gone.plan]).toEqual([undefined, undefined, undefined]);
  expect([block.shape, await block.multiply([1, 1])]).toEqual([{ rows: 1, cols: 2 }, Float64Array.of(3)]);
  expect([await twice.multiply([1, 2, 3]), await gone.multiply([1, 2, 3])]).toEqual([
    Float64Array.of(4, 8),
    Float64Array.of(0, 0),
  ]);
  expect(await squares.multiply([1, 1, 1])).toEqual(Float64Array.of(16, 18));
  expect([twice.plan?.format, twice.plan?.kernel, twice.plan?.trials]).toEqual([A.plan.format, A.plan.kernel, []]);
});

it('is a matrix in its transpose, too', async () => {
  await using A = await openMatrix(
    [
      [2, 1, 0],
      [0, 3, 1],
      [0, 0, 4],
    ],
    { backend },
  );
  const { T } = A;
  expect([T.nnz, T.get(1, 0), T.diagonal(), T.T === A]).toEqual([5, 1, Float64Array.of(2, 3, 4), true]);
  expect(T.toDense()[2]).toEqual(Float64Array.of(0, 1, 4));
  const b = await T.multiply([1, 2, 3]);
  const { x, converged } = await T.solve(b, { rtol: 1e-12 });
  expect(converged).toBe(true);
  for (const [i, value] of x.entries()) expect(value).toBeCloseTo(i + 1, 9);
  await using block = T.slice({ rows: { to: 1 } });
  expect(await block.multiply([1, 1, 1])).toEqual(Float64Array.of(2));
  await T.dispose();
  await expect(A.multiply([1, 2, 3])).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  expect(await block.T.multiply([5])).toEqual(Float64Array.of(10, 0, 0));
});

it('takes new values at the places of the old ones, in everything that was made of it', async () => {
  const tridiagonal = [
    [4, 1, 0],
    [1, 4, 1],
    [0, 1, 4],
  ];
  await using A = await openMatrix(tridiagonal, { backend, format: 'symmetric' });
  const ask = async () => [
    await A.multiply([1, 1, 1]),
    await A.T.multiply([1, 1, 1]),
    await A.multiplyMany([[1, 1, 1]]),
  ];
  expect(await ask()).toEqual([Float64Array.of(5, 6, 5), Float64Array.of(5, 6, 5), [Float64Array.of(5, 6, 5)]]);
  await A.solve([1, 1, 1]);
  await A.update(A.entries().values.map((value) => 2 * value));
  expect(A.plan.format).toBe('symmetric');
  expect(await ask()).toEqual([
    Float64Array.of(10, 12, 10),
    Float64Array.of(10, 12, 10),
    [Float64Array.of(10, 12, 10)],
  ]);
  expect((await A.solve([10, 12, 10], { rtol: 1e-12 })).x[0]).toBeCloseTo(1, 9);
  const before = A.entries().values;
  await expect(A.update([1, 2])).rejects.toMatchObject({ code: 'OPERAND.LENGTH' });
  expect(A.entries().values).toEqual(before);
  // By columns, through the transpose.
  await A.T.update([4, 1, 1, 4, 1, 1, 4].map((value) => value + 1));
  expect(A.multiplySync([1, 1, 1])).toEqual(Float64Array.of(7, 9, 7));
  // The format that was asked for cannot hold these.
  await expect(A.update([4, 1, 0, 4, 1, 1, 4])).rejects.toMatchObject({ code: 'FORMAT.REFUSED' });
  expect(A.multiplySync([1, 1, 1])).toEqual(Float64Array.of(7, 9, 7));
  await using B = await openMatrix(tridiagonal, { backend });
  await B.update([4, 1, 0, 4, 1, 1, 4]);
  expect(B.multiplySync([1, 1, 1])).toEqual(Float64Array.of(5, 5, 5));
  // Where the format is symmetric, the first of two must choose one anew and takes longer; the second holds nevertheless.
  await using C = await openMatrix(tridiagonal, { backend });
  await Promise.all([C.update([4, 1, 0, 4, 1, 1, 4]), C.update([1, 1, 1, 1, 1, 1, 1])]);
  expect(C.multiplySync([1, 1, 1])).toEqual(Float64Array.of(2, 3, 2));
});

it('computes with the values that were there when it was asked, in the order of the calls', async () => {
  const rows = [
    [4, 1, 0],
    [1, 4, 1],
    [0, 1, 4],
  ];
  const A = await openMatrix(rows, { backend });
  const twice = A.entries().values.map((value) => 2 * value);
  const four = twice.map((value) => 2 * value);
  const first = async (work: Promise<{ readonly x: ArrayLike<number> }>) => (await work).x[0];
  await A.T.solve([5, 6, 5]);
  const [before, solvedBefore] = [A.multiply([1, 1, 1]), first(A.solve([5, 6, 5], { rtol: 1e-12 }))];
  const update = A.update(twice);
  const after = A.multiply([1, 1, 1]);
  const solved = first(A.solve([10, 12, 10], { rtol: 1e-12 }));
  const solvedT = first(A.T.solve([10, 12, 10], { rtol: 1e-12 }));
  const again = A.update(four).then(() => first(A.solve([20, 24, 20], { rtol: 1e-12 })));
  again.catch(() => {});
  const several = A.multiplyMany([[1, 1, 1]]);
  const last = A.solve([20, 24, 20], { rtol: 1e-12 });
  await A.dispose();
  await update;
  expect([await before, await after, (await several)[0]]).toEqual([
    Float64Array.of(5, 6, 5),
    Float64Array.of(10, 12, 10),
    Float64Array.of(20, 24, 20),
  ]);
  for (const x of [await solvedBefore, await solved, await solvedT, (await last).x[0]]) expect(x).toBeCloseTo(1, 9);
  // What is asked for after the disposal is refused, even where an update before it ended later.
  await expect(again).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
});

it('is asked after an update of the new values, awaited or not', async () => {
  const open = (values: number[][]) => openMatrix(values, { backend });
  await using A = await open([
    [3, 1],
    [1, 2],
  ]);
  await using B = await open([
    [1, 0],
    [0, 1],
  ]);
  await using M = await open([
    [1, 0],
    [0, 1],
  ]);
  await using one = await open([
    [2, 0],
    [0, 5],
  ]);
  await A.multiply([1, 1]);
  const before = A.multiply(B);
  const updates = [A.update([6, 2, 2, 4]), B.update([2, 2]), M.update([2, 2])];
  const [F, G] = [A.factor(), A.T.factor()];
  const product = A.multiply(B);
  const found = one.eigenvalues({ k: 1, M, near: 2.4 });
  await using block = A.slice({ rows: { from: 1 } });
  await using half = A.scale(0.5);
  expect([A.diagonal(), A.get(0, 1), A.norm(1), A.T.sum(), [...A.entries().values]]).toEqual([
    Float64Array.of(6, 4),
    2,
    8,
    14,
    [6, 2, 2, 4],
  ]);
  expect([block.toDense(), half.toDense()]).toEqual([
    [Float64Array.of(2, 4)],
    [Float64Array.of(3, 1), Float64Array.of(1, 2)],
  ]);
  for (const factored of [await F, await G])
    expect([...factored.solve([8, 6])]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
  await using C = await product;
  await using old = await before;
  expect([C.get(0, 0), old.get(0, 0)]).toEqual([12, 3]);
  expect((await found).values[0]).toBeCloseTo(2.5, 9);
  await Promise.all(updates);
});
