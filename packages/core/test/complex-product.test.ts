import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Complex, Kernel } from '../src/index.ts';
import { complexFromEntries, openBackend, product, spmv } from '../src/index.ts';
import { errorBounds, judge, spmvReference } from '../src/oracle/index.ts';
import { kernelOf, recordingDevice } from './fake-device.ts';
import { thrown } from './thrown.ts';

type Pair = [number, number];
const times = ([a, b]: Complex, [c, d]: Complex): Pair => [a * c - b * d, a * d + b * c];
const plus = ([a, b]: Complex, [c, d]: Complex): Pair => [a + c, b + d];

/** A row of integers, whose products are exact. */
const integer = fc.integer({ min: -1000, max: 1000 });
const pair = fc.tuple(integer, integer);

describe('the reference of a complex product', () => {
  it('is the product that integers have', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pair, pair), { maxLength: 9 }), pair, pair, pair, (terms, alpha, beta, y) => {
        const places = terms.map((_, k) => k);
        const coo = complexFromEntries(
          { rows: 1, cols: terms.length },
          { rowIndex: places.map(() => 0), colIndex: places, values: terms.flatMap(([a]) => a) },
        );
        const x = Float64Array.from(terms.flatMap(([, one]) => one));
        const found = spmvReference({ coo, x, y: Float64Array.from(y), alpha, beta }, 'c128');
        const sum = terms.reduce((all, [a, b]) => plus(all, times(a, b)), [0, 0] as Pair);
        const expected = plus(times(alpha, sum), times(beta, y));
        expect([...found.high].map((value) => value + 0)).toEqual(expected.map((value) => value + 0));
        expect([...found.low]).toEqual([0, 0]);
      }),
    );
  });

  const one = (a: Complex): ReturnType<typeof complexFromEntries> =>
    complexFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: a });
  const productOf = (a: Complex, x: Complex, alpha: Complex = [1, 0]): readonly number[] => {
    const operands = { coo: one(a), x: Float64Array.from(x), y: new Float64Array(2).fill(Number.NaN) };
    return [...spmvReference({ ...operands, alpha, beta: [0, 0] }, 'c128').high];
  };

  it('keeps what is infinite or no number to the parts that it reaches', () => {
    expect(productOf([Infinity, 0], [2, 0])).toEqual([Infinity, Number.NaN]);
    expect(productOf([1, 2], [Infinity, 3])).toEqual([Infinity, Infinity]);
    expect(productOf([1, 2], [3, Number.NaN])).toEqual([Number.NaN, Number.NaN]);
    // A real factor multiplies each part; an imaginary one both.
    expect(productOf([1, 0], [Infinity, 5], [2, 0])).toEqual([Infinity, Number.NaN]);
    expect(productOf([1, 1], [Infinity, 5], [2, 0])).toEqual([Infinity, Infinity]);
  });

  it('is right where products of parts overflow and their sum does not', () => {
    const [real] = productOf([1e200, 1e200], [1e200, 1e200]);
    expect(real).toBe(0);
    const operands = { coo: one([1e200, 1e200]), x: Float64Array.of(1e200, 1e200), y: new Float64Array(2) };
    const reference = spmvReference({ ...operands, alpha: [1, 0], beta: [0, 0] }, 'c128');
    // A sum in another order is NaN or infinite, and as right.
    expect(judge(Float64Array.of(Number.NaN, Infinity), reference, 'c128')).toMatchObject({
      errorRatio: 0,
      unjudged: 2,
    });
    expect(judge(Float64Array.of(1, Infinity), reference, 'c128').failures).toBe(0);
  });

  it('judges each part by the magnitudes of its own terms', () => {
    const operands = {
      coo: one([1, 1e-8]),
      x: Float64Array.of(1, 0),
      y: new Float64Array(2),
      alpha: [1, 0],
      beta: [0, 0],
    };
    const reference = spmvReference(operands as never, 'c128');
    const [real = 0, imaginary = 0] = errorBounds(reference, 'c128');
    expect(real / 2 ** -53).toBeCloseTo(2 * 1 + 5, 10);
    expect(imaginary / real).toBeCloseTo(1e-8, 20);
    // A bound of the whole would let this pass.
    expect(judge(Float64Array.of(1, 1e-8 + 1e-16), reference, 'c128').failures).toBe(1);
    expect(judge(Float64Array.of(1, -1e-8), reference, 'c128').failures).toBe(1);
  });

  it('rounds α, β, x and y to the precision', () => {
    const operands = { coo: one([0.1, 0.2]), x: Float64Array.of(0.3, 0), y: Float64Array.of(0.7, 0) };
    const { high } = spmvReference({ ...operands, alpha: [1, 0], beta: [0.1, 0] }, 'c64');
    const f = Math.fround;
    expect(high[0]).toBe(f(0.1) * f(0.3) + f(0.1) * f(0.7));
  });
});

const kernel: Kernel<'js'> = {
  ...kernelOf(spmv as never, { format: 'x' }),
  precisions: [{ precision: 'c128', accumulator: 'c128' }],
};
const stored = {
  format: 'x',
  shape: { rows: 2, cols: 2 },
  nnz: 1,
  valueType: 'f64',
  components: 2,
  params: {},
  scalars: {},
  arrays: { values: Float64Array.of(1, 2) },
} as const;

describe('a product of pairs', () => {
  async function opened() {
    const { descriptor, products, scaled } = recordingDevice();
    const open: typeof descriptor.open = async (options) => {
      const driver = await descriptor.open(options);
      return {
        ...driver,
        device: { ...driver.device, precisions: ['c128', 'f64'] },
        createVector: (length, precision) => driver.createVector(precision === 'c128' ? 2 * length : length, precision),
      };
    };
    return { backend: await openBackend({ ...descriptor, open }), products, scaled };
  }

  it('takes numbers and pairs as α and β, and gives drivers the parts of each', async () => {
    const { backend, products } = await opened();
    const operator = await backend.prepare({ operation: spmv, kernel, matrix: stored, trusted: true });
    expect(operator.precision).toBe('c128');
    const [x, y] = [backend.vector([1, 2, 3, 4], 'c128'), backend.vector(2, 'c128')];
    expect([x.length, (await y.read()).length]).toEqual([2, 4]);
    operator.apply(x, y);
    operator.apply(x, y, [0.5, -1], 2);
    operator.apply(x, y, [0, 1], Float64Array.of(3, 4) as never);
    await operator.time([x, y, [0, 2]], { runs: 1 });
    const sequence = await backend.sequence([product(operator, x, y, 1, [0, 7])]);
    sequence.run();
    expect(products.map(({ scalars }) => scalars)).toEqual([
      [1, 0, 0, 0],
      [0.5, -1, 2, 0],
      [0, 1, 3, 4],
      [0, 2, 0, 0],
      [1, 0, 0, 7],
    ]);
    expect(await thrown(() => operator.apply(x, y, [1, 2, 3] as never))).toBe('OPERAND.SCALAR');
    expect(await thrown(() => operator.apply(x, y, ['1', 2] as never))).toBe('OPERAND.SCALAR');
    expect(await thrown(() => backend.vector([1, 2, 3], 'c128'))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => y.write(new Float64Array(2)))).toBe('OPERAND.LENGTH');
  });

  it('with α = 0 is y times β, a pair where it is one', async () => {
    const { backend, products, scaled } = await opened();
    const operator = await backend.prepare({ operation: spmv, kernel, matrix: stored, trusted: true });
    const [x, y] = [backend.vector(2, 'c128'), backend.vector([1, 2, 3, 4], 'c128')];
    operator.apply(x, y, [0, 0], [0, 1]);
    operator.apply(x, y, [0, 1], 0);
    expect([scaled.length, products.length]).toEqual([1, 1]);
  });

  it('is refused where matrix and precision do not go together', async () => {
    const { backend } = await opened();
    const { components: _, ...real } = stored;
    const asked = { operation: spmv, kernel, matrix: real, trusted: true, precision: 'c128' as const };
    await expect(backend.prepare(asked)).rejects.toMatchObject({
      code: 'KERNEL.PRECISION_UNSUPPORTED',
      message: 'Precision c128 needs a matrix of complex f64 values, this one holds f64.',
      fix: 'Build it of complex entries, complexCoo(coo), or ask for f64.',
    });
    const reals = { ...kernel, precisions: [{ precision: 'f64', accumulator: 'f64' }] } as Kernel<'js'>;
    await expect(
      backend.prepare({ operation: spmv, kernel: reals, matrix: stored, trusted: true, precision: 'f64' }),
    ).rejects.toMatchObject({ fix: 'Build it of real entries, realPart(coo), or ask for c128.' });
  });
});
