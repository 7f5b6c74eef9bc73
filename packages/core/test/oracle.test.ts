import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cooFromEntries, PRECISIONS, roundTo } from '../src/index.ts';
import {
  addDoubleDouble,
  errorBound,
  errorBounds,
  gamma,
  emptyReference,
  judge,
  scaleDoubleDouble,
  spmvReference,
  twoProduct,
  twoSum,
} from '../src/oracle/index.ts';

/** A double as an exact fraction numerator over 2^1074. */
function exact(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return bits >> 63n ? -magnitude : magnitude;
}

const moderate = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 })
  .filter((v) => v === 0 || Math.abs(v) > 1e-100);

describe('error-free transforms', () => {
  it('twoSum is exact', () => {
    fc.assert(
      fc.property(moderate, moderate, (a, b) => {
        const { high, low } = twoSum(a, b);
        expect(exact(high) + exact(low)).toBe(exact(a) + exact(b));
      }),
    );
  });

  it('twoProduct is exact', () => {
    fc.assert(
      fc.property(moderate, moderate, (a, b) => {
        const { high, low } = twoProduct(a, b);
        expect((exact(high) + exact(low)) << 1074n).toBe(exact(a) * exact(b));
      }),
    );
  });

  it('twoProduct does not overflow in its splitting', () => {
    const { high, low } = twoProduct(2 ** 1020, 1 + 2 ** -52);
    expect(high).toBe(2 ** 1020 * (1 + 2 ** -52));
    expect(low).toBe(0);
  });

  it('double-double sums keep what f64 sums lose', () => {
    let sum = { high: 1e16, low: 0 };
    for (let i = 0; i < 1000; i++) sum = addDoubleDouble(sum, { high: 0.25, low: 0 });
    expect(addDoubleDouble(sum, { high: -1e16, low: 0 }).high).toBe(250);
  });
});

const coo = cooFromEntries({ rows: 3, cols: 3 }, { rowIndex: [0, 0, 2], colIndex: [0, 2, 1], values: [1e16, 1, 0.1] });

describe('rows of the reference of SpMV', () => {
  it('have the bits of its steps, one after another', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double(), fc.double()), { maxLength: 9 }), (terms) => {
        const column = terms.map((_, k) => k);
        const coo = cooFromEntries(
          { rows: 1, cols: terms.length },
          { rowIndex: column.map(() => 0), colIndex: column, values: terms.map(([a]) => a) },
        );
        const x = Float64Array.from(terms, ([, value]) => value);
        const { high, low, magnitude } = spmvReference({ coo, x, y: new Float64Array(1), alpha: 1, beta: 0 }, 'f64');
        const finite = terms.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
        // Rows with larger numbers are computed in integers.
        if (finite.some(([a, b]) => [a, b, a * b].some((size) => Math.abs(size) >= 2 ** 990))) return;
        const sum = terms.reduce((found, [a, b]) => addDoubleDouble(found, twoProduct(a, b)), { high: 0, low: 0 });
        const scaled = scaleDoubleDouble(sum, 1);
        expect([high[0], low[0]]).toEqual([scaled.high, scaled.low]);
        expect(magnitude[0]).toBe(finite.reduce((total, [a, b]) => total + Math.abs(a * b), 0));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('spmvReference', () => {
  it('is y = alpha A x + beta y with rounded inputs', () => {
    const reference = spmvReference(
      { coo, x: new Float64Array([1, 0.1, -1e16]), y: new Float64Array([1, 2, 3]), alpha: 2, beta: 0.5 },
      'f64',
    );
    expect([...reference.high]).toEqual([0.5, 1, 2 * 0.1 * 0.1 + 1.5]);
    expect([...reference.terms]).toEqual([2, 0, 1]);
    expect(reference.magnitude[0]).toBe(4e16 + 0.5);
    const rounded = spmvReference(
      { coo, x: new Float64Array([0, 0.1, 0]), y: new Float64Array(3), alpha: 1, beta: 0 },
      'f32',
    );
    expect(rounded.high[2]).toBe(Math.fround(0.1) * Math.fround(0.1));
  });

  it('reads neither y when beta is 0 nor A and x when alpha is 0', () => {
    const nan = new Float64Array(3).fill(Number.NaN);
    const x = new Float64Array([1, 1, 1]);
    expect(spmvReference({ coo, x, y: nan, alpha: 1, beta: 0 }, 'f64').high.every(Number.isFinite)).toBe(true);
    expect([...spmvReference({ coo, x: nan, y: x, alpha: 0, beta: 2 }, 'f64').high]).toEqual([2, 2, 2]);
  });

  it('keeps infinities and NaN to the rows that store the column', () => {
    const x = new Float64Array([Infinity, Number.NaN, 1]);
    const { high } = spmvReference({ coo, x, y: x, alpha: 1, beta: 0 }, 'f64');
    expect([...high]).toEqual([Infinity, 0, Number.NaN]);
  });
});

describe('judge, of some elements', () => {
  const samples = { ...emptyReference('f64', 2), elements: Int32Array.of(1, 4) };
  samples.high.set([3, 5]);
  samples.magnitude.set([3, 5]);

  it('looks at those alone, says how many, and names the worst by its place in memory', () => {
    expect(judge(Float64Array.of(9, 3, 9, 9, 5), samples, 'f64')).toMatchObject({ errorRatio: 0, compared: 2 });
    expect(judge(Float64Array.of(9, 3, 9, 9, 6), samples, 'f64')).toMatchObject({ row: 4, got: 6, failures: 1 });
    expect(judge(Float64Array.of(9, 3, 9), samples, 'f64')).toMatchObject({ row: 4, errorRatio: Infinity });
  });

  it('allows what the reference allows a variant, and no more', () => {
    const allowing = { ...samples, allowance: Float64Array.of(0, 0.5) };
    expect(judge(Float64Array.of(0, 3, 0, 0, 5.4), allowing, 'f64').errorRatio).toBeLessThan(1);
    expect(judge(Float64Array.of(0, 3, 0, 0, 5.6), allowing, 'f64').errorRatio).toBeGreaterThan(1);
    expect(judge(Float64Array.of(0, 3.1, 0, 0, 5), allowing, 'f64').failures).toBe(1);
  });
});

describe('judge', () => {
  const reference = spmvReference(
    { coo, x: new Float64Array([1, 1, 1]), y: new Float64Array(3), alpha: 1, beta: 0 },
    'f64',
  );

  it('passes any order of f64 sums and fails what lies beyond', () => {
    expect(judge(new Float64Array([1e16, 0, 0.1]), reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
    const wrong = judge(new Float64Array([1e16, 0, 0.1 + 1e-15]), reference, 'f64');
    expect(wrong.errorRatio).toBeGreaterThan(1);
    expect(wrong.row).toBe(2);
    expect(wrong.failures).toBe(1);
  });

  it('finds a wrong small row beside a large one, and an unwritten row', () => {
    expect(judge(new Float64Array([1e16, 1e-300, 0.1]), reference, 'f64').row).toBe(1);
    expect(judge(new Float64Array([1e16, Number.NaN, 0.1]), reference, 'f64').errorRatio).toBe(Infinity);
    expect(judge(new Float64Array([1e16, 0]), reference, 'f64').row).toBe(2);
  });

  it('wants the same infinity, and NaN only where NaN is exact', () => {
    const x = new Float64Array([-Infinity, Number.NaN, 1]);
    const special = spmvReference({ coo, x, y: x, alpha: 1, beta: 0 }, 'f64');
    expect(judge(new Float64Array([-Infinity, 0, Number.NaN]), special, 'f64').errorRatio).toBe(0);
    expect(judge(new Float64Array([Infinity, 0, Number.NaN]), special, 'f64').row).toBe(0);
    expect(judge(new Float64Array([Number.NaN, 0, Number.NaN]), special, 'f64').row).toBe(0);
    expect(judge(new Float64Array([-Infinity, 0, 1]), special, 'f64').row).toBe(2);
  });

  it('adds one rounding of the result where the accumulator is wider', () => {
    const third = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
    const f32 = spmvReference(
      { coo: third, x: new Float32Array([1 / 3]), y: new Float32Array(1), alpha: 1 / 3, beta: 0 },
      'f32',
    );
    const exactProduct = Math.fround(1 / 3) * Math.fround(1 / 3);
    expect(errorBound(f32, 'f64', 0)).toBeGreaterThan(Math.abs(Math.fround(exactProduct) - exactProduct));
    expect(errorBound(f32, 'f64', 0)).toBeLessThan(errorBound(f32, 'f32', 0));
  });

  it('judges by bounds that are known as by those that it computes', () => {
    const [y, special] = [new Float64Array([1, 2, 3]), new Float64Array([-Infinity, Number.NaN, 1e300])];
    for (const [x, results] of [
      [new Float64Array([1, 1, 1]), [[1e16, 0, 0.1], [1e16, 1e-9, 0.1 + 1e-15], [1e16, Number.NaN, Infinity], [0]]],
      [
        special,
        [
          [-Infinity, 0, Number.NaN],
          [Infinity, 0, 1],
        ],
      ],
    ] as const)
      for (const accumulator of ['f64', 'f32'] as const) {
        const exact = spmvReference({ coo, x, y, alpha: 0.5, beta: 2 }, 'f32');
        const bounds = errorBounds(exact, accumulator);
        expect([...bounds]).toEqual([0, 1, 2].map((row) => errorBound(exact, accumulator, row)));
        for (const result of results) {
          const report = judge(Float64Array.from(result), exact, accumulator, bounds);
          expect(report).toEqual(judge(Float64Array.from(result), exact, accumulator));
          const finite = result.every(Number.isFinite) && result.length === 3 && bounds.every(Number.isFinite);
          if (finite)
            expect(report.errorRatio).toBe(
              Math.max(
                ...result.map(
                  (got, i) =>
                    Math.abs(got - (exact.high[i] as number) - (exact.low[i] as number)) / (bounds[i] as number),
                ),
              ),
            );
        }
      }
  });

  it('holds for random sums in every order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 }),
        fc.infiniteStream(fc.nat()),
        (values, picks) => {
          const n = values.length;
          const row = cooFromEntries(
            { rows: 1, cols: n },
            { rowIndex: values.map(() => 0), colIndex: values.map((_, j) => j), values },
          );
          const x = Float64Array.from(values, (_, j) => 1 / (j + 3));
          const ref = spmvReference({ coo: row, x, y: new Float64Array(1), alpha: 1, beta: 0 }, 'f32');
          const terms = values.map((v, j) => Math.fround(Math.fround(v) * Math.fround(x[j] as number)));
          let sum = 0;
          while (terms.length > 0)
            sum = Math.fround(sum + (terms.splice((picks.next().value as number) % terms.length, 1)[0] as number));
          expect(judge(new Float32Array([sum]), ref, 'f32').errorRatio).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('precision', () => {
  it('rounds to f16 as IEEE does', () => {
    expect([1, 2049, 2051, 65504, 65520, 1e-8, 6e-8, -0.1].map((v) => roundTo('f16', v))).toEqual([
      1,
      2048,
      2052,
      65504,
      Infinity,
      0,
      2 ** -24,
      -0.0999755859375,
    ]);
  });

  it('rounds to f16 what the host hands over, which is f32', () => {
    // Just below a tie between two halves, and in f32 the tie itself, which goes to the even one.
    const below = -47.98437447407117;
    expect(Math.fround(below)).toBe(-47.984375);
    expect(roundTo('f16', below)).toBe(-48);
    const one = (values: Float64Array | Float32Array) =>
      cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: new Int32Array(1), colIndex: new Int32Array(1), values });
    const coo = one(new Float64Array([below]));
    const stored = one(new Float32Array([below]));
    const operands = { x: new Float32Array([1]), y: new Float32Array(1), alpha: 1, beta: 0 };
    expect(spmvReference({ coo, ...operands }, 'f16').high[0]).toBe(
      spmvReference({ coo: stored, ...operands }, 'f16').high[0],
    );
    for (const tie of [1 + 2 ** -11, 3 + 2 ** -10, 2 ** -24 * 1.5, 65520]) {
      for (const near of [tie * (1 - 2 ** -40), tie, tie * (1 + 2 ** -40)])
        expect(roundTo('f16', near)).toBe(roundTo('f16', Math.fround(near)));
    }
  });

  it('rounds to two words of f32 within 2^-48', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e30, max: 1e30 }).filter((v) => Math.abs(v) > 1e-20),
        (v) => {
          expect(Math.abs(roundTo('df64', v) - v)).toBeLessThanOrEqual(Math.abs(v) * 2 ** -48);
        },
      ),
    );
  });

  it('gamma is infinite where k u reaches 1', () => {
    expect(gamma(2 ** 24, PRECISIONS.f32.unitRoundoff)).toBe(Infinity);
    expect(gamma(10, 0.01)).toBeCloseTo(0.1 / 0.9);
  });
});
