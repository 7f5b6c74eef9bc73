import { describe, expect, it } from 'vitest';
import { openMatrix } from 'spmv';
import { fromTriplets } from 'spmv/build';

const backend = 'serial';
/** [[1, 2, 0], [0, −1, 3]] */
const wide = {
  shape: [2, 3] as const,
  triplets: [
    [0, 0, 1],
    [0, 1, 2],
    [1, 1, -1],
    [1, 2, 3],
  ],
};
/** [[2, 0], [−1, 1], [0, 4]]: entry (0, 0) of the product cancels. */
const tall = {
  shape: [3, 2] as const,
  triplets: [
    [0, 0, 2],
    [1, 0, -1],
    [1, 1, 1],
    [2, 1, 4],
  ],
};

describe('A.multiply(B)', () => {
  it('is a matrix, with entries that cancelled unless they are dropped', async () => {
    await using A = await openMatrix(wide, { backend });
    await using B = await openMatrix(tall, { shareBackendsWith: A });
    await using C = await A.multiply(B);
    expect([C.shape, C.nnz, C.toDense()]).toEqual([
      { rows: 2, cols: 2 },
      4,
      [Float64Array.of(0, 2), Float64Array.of(1, 11)],
    ]);
    await using D = await A.multiply(B, { alpha: -2, dropZeros: true });
    expect([D.nnz, D.toDense()]).toEqual([
      3,
      [Float64Array.of(-0, -4), Float64Array.of(-2, -22)].map((row) => row.map((v) => v + 0)),
    ]);
    expect(await C.multiply([1, 1])).toEqual(Float64Array.of(2, 12));
  });

  it('takes transposes on either side', async () => {
    await using A = await openMatrix(wide, { backend });
    await using gram = await A.T.multiply(A);
    expect(gram.toDense()).toEqual([Float64Array.of(1, 2, 0), Float64Array.of(2, 5, -3), Float64Array.of(0, -3, 9)]);
    await using outer = await A.multiply(A.T);
    expect(outer.toDense()).toEqual([Float64Array.of(5, -2), Float64Array.of(-2, 10)]);
  });

  it('adds a matrix, and looks only where a mask has entries', async () => {
    await using A = await openMatrix(wide, { backend });
    const D = { shape: [2, 2] as const, triplets: [[0, 0, 7]] };
    await using sum = await A.multiply(A.T, { alpha: 2, beta: -1, D });
    expect(sum.toDense()).toEqual([Float64Array.of(3, -4), Float64Array.of(-4, 20)]);
    await using masked = await A.multiply(A.T, { mask: D });
    expect([masked.nnz, masked.get(0, 0)]).toEqual([1, 5]);
  });

  it('goes on where A is disposed of meanwhile', async () => {
    const A = await openMatrix(wide, { backend });
    const making = A.multiply(A.T);
    await A.dispose();
    await using C = await making;
    expect(await C.multiply([1, 0])).toEqual(Float64Array.of(5, -2));
    await expect(A.multiply(C)).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  });

  it('goes on to the next kernel where compiled code is missing, and says so', async () => {
    // No processor has these instructions: as where no addon is installed.
    process.env['SPMV_NATIVE_LEVEL'] = 'mmx';
    try {
      for (const backend of ['serial', 'threads']) {
        await using A = await openMatrix(wide, { backend, kernel: 'js/csr' });
        await using C = await A.multiply(A.T);
        expect([A.making, C.toDense()]).toEqual([undefined, [Float64Array.of(5, -2), Float64Array.of(-2, 10)]]);
        expect(C.making).toMatchObject({ formula: 'C ← αAB', backend, kernel: 'wasm/spgemm-csr', precision: 'f64' });
        expect(C.making?.passedOver).toMatchObject([{ kernel: 'native/spgemm-csr', reason: /native/iu }]);
      }
    } finally {
      delete process.env['SPMV_NATIVE_LEVEL'];
    }
  });

  it('goes on to a kernel that needs less where work is limited, and to none where the result is too large', async () => {
    await using A = await openMatrix(wide, { backend });
    await using B = await openMatrix(tall, { shareBackendsWith: A });
    await using C = await A.multiply(B, { maxWorkBytes: 200 });
    expect(C.making).toMatchObject({ kernel: 'js/spgemm-csr', workBytes: expect.any(Number) });
    expect(C.making?.workBytes).toBeLessThanOrEqual(200);
    const reasons = C.making?.passedOver.map(({ reason }) => reason) ?? [];
    expect(reasons).toContainEqual(expect.stringContaining('above the limit of 200 B'));
    for (const reason of reasons) expect(reason).toMatch(/above the limit of 200 B|^Native kernels are unavailable/u);
  });

  it('is of what both hold when it is asked for', async () => {
    await using A = await openMatrix(wide, { backend });
    await using B = await openMatrix(tall, { shareBackendsWith: A });
    const changed = A.update([2, 4, -2, 6]);
    const making = A.multiply(B);
    await changed;
    await using C = await making;
    expect(C.toDense()).toEqual([Float64Array.of(0, 4), Float64Array.of(2, 22)]);
    await B.dispose();
    await expect(A.multiply(B)).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  });

  it('waits for the updates of B, D and the mask that were asked for before, and sees none of those asked for later', async () => {
    const eye = {
      shape: [2, 2] as const,
      triplets: [
        [0, 0, 1],
        [1, 1, 1],
      ],
    };
    await using A = await openMatrix(eye, { backend });
    await using B = await openMatrix(eye, { shareBackendsWith: A });
    await using D = await openMatrix(eye, { shareBackendsWith: A });
    const before = [B.update([5, 6]), D.update([10, 20])];
    const products = [
      A.multiply(B),
      A.multiply(B.T),
      A.multiply(B, { D }),
      A.multiply(B, { D: D.T }),
      A.multiply(B, { mask: D }),
    ];
    const later = [A.update([7, 7]), B.update([50, 60]), D.update([100, 200])];
    const of = await Promise.all(products);
    await Promise.all([...before, ...later]);
    expect(of.map((C) => [...C.diagonal()])).toEqual([
      [5, 6],
      [5, 6],
      [15, 26],
      [15, 26],
      [5, 6],
    ]);
    await using last = await A.multiply(B, { D });
    expect(last.diagonal()).toEqual(Float64Array.of(450, 620));
    await Promise.all(of.map((C) => C.dispose()));
  });

  it('takes operands and options at the call, also where an update comes first', async () => {
    const A = await openMatrix(wide, { backend });
    const B = await openMatrix(tall, { shareBackendsWith: A });
    const D = await openMatrix({ shape: [2, 2], dense: [1, 1, 1, 1] }, { shareBackendsWith: A });
    const [dense, mask, options] = [[1, 2, 3, 4], [1, 0, 0, 1], { alpha: 1 }];
    const own = fromTriplets([2, 2], [[0, 0, 7]]);
    const changing = A.update([1, 2, -1, 3]);
    const products = [
      A.multiply(B, { D: { shape: [2, 2], dense } }),
      A.multiply(B, { mask: { shape: [2, 2], dense: mask } }),
      A.multiply(B, { D: own }),
      A.multiply(B, options),
      A.multiply(B, { D }),
    ];
    for (const numbers of [dense, mask, own.values]) numbers.fill(9);
    options.alpha = 9;
    await Promise.all([changing, B.dispose(), D.dispose(), A.dispose()]);
    const of = await Promise.all(products);
    expect(of.map((C) => C.toDense().flatMap((row) => [...row]))).toEqual([
      [1, 4, 4, 15],
      [0, 0, 0, 11],
      [7, 2, 1, 11],
      [0, 2, 1, 11],
      [1, 3, 2, 12],
    ]);
    await Promise.all(of.map((C) => C.dispose()));
  });

  it('refuses operands that were disposed of', async () => {
    await using A = await openMatrix(wide, { backend });
    const gone = await openMatrix({ shape: [2, 2], dense: [1, 1, 1, 1] }, { shareBackendsWith: A });
    await gone.dispose();
    for (const options of [{ D: gone }, { D: gone.T }, { mask: gone }])
      await expect(A.multiply(A.T, options)).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
    await using C = await A.multiply(A.T);
    expect(() => C.add(gone)).toThrow(expect.objectContaining({ code: 'LIFETIME.DISPOSED' }));
  });

  it('takes any number as a factor, and says what is none', async () => {
    await using A = await openMatrix(wide, { backend });
    await using C = await A.multiply(A.T, { alpha: Number.NaN });
    expect(C.diagonal()).toEqual(Float64Array.of(Number.NaN, Number.NaN));
    for (const options of [{ alpha: '2' }, { beta: null, D: A }])
      await expect(A.multiply(A.T, options as never)).rejects.toMatchObject({
        code: 'PARAM.OUT_OF_RANGE',
        fix: /^Give (alpha|beta) as a number\.$/u,
      });
  });

  it('says how rows are multiplied with, where they are given in place of a vector', async () => {
    await using A = await openMatrix(wide, { backend });
    for (const rows of [[[1], [2], [3]], { shape: [3, 1], dense: [1, 2, 3] }])
      await expect(A.multiply(rows as never)).rejects.toMatchObject({
        code: 'OPERAND.TYPE',
        fix: expect.stringContaining('openMatrix(B, { shareBackendsWith: A })'),
      });
  });

  it('refuses what does not fit, with the numbers', async () => {
    await using A = await openMatrix(wide, { backend });
    await expect(A.multiply(A)).rejects.toMatchObject({ code: 'OPERAND.SIZE', message: /2 × 3/u });
    await expect(A.multiply(A.T, { maxWorkBytes: 10 })).rejects.toMatchObject({
      code: 'KERNEL.REFUSED',
      message: /72 B/u,
    });
    await expect(A.multiply(A.T, { gamma: 1 } as never)).rejects.toMatchObject({ code: 'PARAM.UNKNOWN' });
    await expect(A.multiply(A.T, { beta: 1 })).rejects.toMatchObject({ code: 'OPERAND.SCALAR' });
    await expect(A.multiply(A.T, { D: A.T, mask: A })).rejects.toMatchObject({ code: 'OPERAND.MATRIX' });
    await expect(A.multiply(A.T, { D: A })).rejects.toMatchObject({ code: 'OPERAND.SIZE', message: /D is 2 × 3/u });
    await using C = await A.multiply(A.T);
    expect(C.nnz).toBe(4);
  });
});

describe('A.product(B)', () => {
  it('is computed again for other values of what it reads, in the order in which they are given', async () => {
    await using A = await openMatrix(wide, { backend });
    await using product = await A.product(A.T, { alpha: 2, beta: -1, D: { shape: [2, 2], dense: [1, 1, 1, 1] } });
    const C = product.matrix;
    expect([C.making?.formula, C.toDense()]).toEqual([
      'C ← αAB + βD',
      [Float64Array.of(9, -5), Float64Array.of(-5, 19)],
    ]);
    const values = [1, 1, 1, 1];
    const updates = [product.update({ A: values }), product.update({ B: [1, 1, 1, 1], D: [0, 0, 0, 7] })];
    values.fill(9);
    await Promise.all(updates);
    expect(C.toDense()).toEqual([Float64Array.of(4, 2), Float64Array.of(2, -3)]);
    expect(await C.multiply([1, 1])).toEqual(Float64Array.of(6, -1));
  });

  it('keeps its values where new ones are refused, and is its own after A is gone', async () => {
    const A = await openMatrix(wide, { backend, precision: 'f32' });
    const product = await A.product(A.T, { mask: { shape: [2, 2], dense: [1, 0, 0, 1] } });
    await A.dispose();
    await expect(product.update({ A: [1, 2] })).rejects.toMatchObject({
      code: 'OPERAND.LENGTH',
      message: /A has 2 elements/u,
    });
    await expect(product.update({ D: [1] } as never)).rejects.toMatchObject({ code: 'PARAM.UNKNOWN' });
    expect(product.matrix.diagonal()).toEqual(Float64Array.of(5, 10));
    await product.update({ A: [2, 4, -2, 6] });
    expect(product.matrix.diagonal()).toEqual(Float64Array.of(10, 20));
    await product.dispose();
    await expect(product.update({})).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
    await expect(product.matrix.multiply([1, 1])).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  });

  it('refuses what is no matrix, and to leave out zeros', async () => {
    await using A = await openMatrix(wide, { backend });
    await expect(A.product([1, 2, 3] as never)).rejects.toMatchObject({ code: 'OPERAND.MATRIX' });
    await expect(A.product(A.T, { dropZeros: true } as never)).rejects.toMatchObject({
      code: 'PARAM.REJECTED',
      fix: /A\.multiply\(B, \{ dropZeros: true \}\)/u,
    });
    await expect(A.product(A)).rejects.toMatchObject({ code: 'OPERAND.SIZE' });
  });
});
