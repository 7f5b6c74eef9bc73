import type { DenseRequest, Precision } from '@spmv/core';
import { createWorkload, referencesOf } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import { gemm } from '../src/index.ts';
import { mostSamples, samplesOf } from '../src/samples.ts';

const scalars = (alpha: number, beta: number) => ({ alpha, beta });
const F64 = { precision: 'f64', accumulator: 'f64' } as const;

function referenceOf(
  sizes: Readonly<Record<string, number>>,
  buffers: Readonly<Record<string, Float64Array>>,
  parts: {
    readonly alpha?: number;
    readonly beta?: number;
    readonly layouts?: Readonly<Record<string, DenseRequest>>;
    readonly accuracy?: string;
    readonly precision?: Precision;
  } = {},
) {
  const { alpha = 1, beta = 0, layouts = {}, accuracy = 'full', precision = 'f64' } = parts;
  const workload = createWorkload(gemm, undefined, { sizes, layouts, options: { accuracy } });
  const found = referencesOf(workload, buffers, scalars(alpha, beta), { ...F64, precision })['C'];
  if (!found) throw new Error('no reference of C');
  return found;
}

/** Integers small enough that every order of summation is exact. */
const integers = (length: number, seed: number): Float64Array =>
  Float64Array.from({ length }, (_, e) => ((e * 7919 + seed * 104729) % 17) - 8);

describe('the reference of gemm', () => {
  it('is what three loops make, exactly, in every layout, batch and gap', () => {
    const sizes = { m: 3, n: 4, k: 5, batch: 2 };
    for (let choice = 0; choice < 8; choice++) {
      const request = (name: string, bit: number, rows: number, cols: number): [string, DenseRequest] => {
        const order = ((choice >> bit) & 1) === 1 ? 'column' : 'row';
        return [name, { order, leadingDimension: (order === 'row' ? cols : rows) + 2, batchStride: 60 }];
      };
      const layouts = Object.fromEntries([request('A', 0, 3, 5), request('B', 1, 5, 4), request('C', 2, 3, 4)]);
      const at = (name: string, q: number, i: number, j: number): number => {
        const { order, leadingDimension = 0 } = layouts[name] as DenseRequest;
        return q * 60 + (order === 'row' ? i * leadingDimension + j : i + j * leadingDimension);
      };
      const [A, B, C] = [integers(120, 1), integers(120, 2), integers(120, 3)];
      const reference = referenceOf(sizes, { A, B, C }, { alpha: -2, beta: 3, layouts });
      const seen = new Map<number, number>();
      reference.elements?.forEach((element, e) => seen.set(element, e));
      expect(seen.size).toBe(24);
      for (let q = 0; q < 2; q++) {
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 4; j++) {
            let sum = 0;
            let size = 0;
            for (let l = 0; l < 5; l++) {
              const term = (A[at('A', q, i, l)] as number) * (B[at('B', q, l, j)] as number);
              sum += term;
              size += Math.abs(term);
            }
            const old = C[at('C', q, i, j)] as number;
            const place = seen.get(at('C', q, i, j)) as number;
            expect(reference.high[place]).toBe(-2 * sum + 3 * old);
            expect(reference.magnitude[place]).toBe(2 * size + 3 * Math.abs(old));
            expect(reference.terms[place]).toBe(5);
          }
        }
      }
    }
  });

  it('cancels without losing a bit, and sums beyond the range of f64', () => {
    const one = { m: 1, n: 1, k: 3 };
    const C = Float64Array.of(Number.NaN);
    const cancel = { A: Float64Array.of(2 ** 60, 1, -(2 ** 60)), B: Float64Array.of(1, 2 ** -40, 1), C };
    expect(referenceOf(one, cancel).high[0]).toBe(2 ** -40);
    const large = { A: Float64Array.of(1e300, 1e300, -1e300), B: Float64Array.of(1e300, 1, 1e300), C };
    const reference = referenceOf(one, large);
    expect(reference.high[0]).toBe(1e300);
    expect(reference.partial[0]).toBe(Infinity);
  });

  it('makes of infinities and NaN what arithmetic makes of them, and does not read C with beta = 0', () => {
    const one = { m: 1, n: 1, k: 2 };
    const of = (a: readonly number[], b: readonly number[], c: number, beta: number) =>
      referenceOf(one, { A: Float64Array.from(a), B: Float64Array.from(b), C: Float64Array.of(c) }, { beta }).high[0];
    expect(of([Infinity, 1], [1, 1], Number.NaN, 0)).toBe(Infinity);
    expect(of([Infinity, 1], [0, 1], 0, 0)).toBeNaN();
    expect(of([1, 1], [1, 1], Number.NaN, 1)).toBeNaN();
    expect(of([1, 1], [1, 1], -Infinity, 2)).toBe(-Infinity);
  });

  it('allows what an accuracy narrows, and nothing where numbers are multiplied as they are', () => {
    const one = { m: 1, n: 1, k: 1 };
    const [a, b] = [1 + 2 ** -12, 1];
    const buffers = { A: Float64Array.of(a), B: Float64Array.of(b), C: Float64Array.of(0) };
    const judged = (accuracy: string) =>
      judge(Float64Array.of(1), referenceOf(one, buffers, { accuracy, precision: 'f32' }), 'f32').errorRatio;
    expect(judged('full')).toBeGreaterThan(1);
    expect(judged('tf32')).toBeLessThan(1);
    expect(judged('tf32x3')).toBeGreaterThan(1);
  });
});

describe('the samples of a large product', () => {
  it('are few where sums are short: an element costs memory, whatever it is the sum of', () => {
    const sizes = { m: 8192, n: 8192, k: 1, batch: 1 };
    const most = mostSamples(sizes.m, sizes.n, sizes.k, sizes.batch);
    expect(most).toBeLessThan(2 ** 22);
    const { columns, rowsOf } = samplesOf(sizes.m, sizes.n, sizes.k, sizes.batch);
    expect(columns.reduce((sum, j) => sum + rowsOf(j).length, 0)).toBeLessThanOrEqual(most);

    const [m, n] = [2100, 2000];
    const buffers = { A: integers(m, 1), B: integers(n, 2), C: new Float64Array(m * n) };
    const reference = referenceOf({ m, n, k: 1 }, buffers);
    expect(reference.high.length).toBeLessThanOrEqual(mostSamples(m, n, 1, 1));
    expect(reference.high.length).toBeLessThan((m * n) / 2);
    reference.elements?.forEach((element, e) => {
      const [a, b] = [buffers.A[Math.floor(element / n)] as number, buffers.B[element % n] as number];
      if (reference.high[e] !== a * b) throw new Error(`element ${element} is ${reference.high[e]}, not ${a * b}`);
    });
  });

  it('are no more than said beforehand, and not many fewer', () => {
    for (const [m, n, k, batch] of [
      [512, 512, 512, 1],
      [700, 650, 600, 1],
      [3000, 70, 900, 1],
      [520, 530, 540, 3],
    ] as const) {
      const { columns, rowsOf } = samplesOf(m, n, k, batch);
      const chosen = columns.reduce((sum, j) => sum + rowsOf(j).length, 0);
      const most = mostSamples(m, n, k, batch);
      expect(chosen).toBeLessThanOrEqual(most);
      expect(chosen).toBeGreaterThan(most / 2);
      expect(gemm.judged?.({ m, n, k, batch }, {})).toEqual({ C: batch * most });
    }
  });

  it('are all elements up to 512, and beyond that rows, columns and one element of every square', () => {
    expect(samplesOf(512, 512, 512, 1).rowsOf(100)).toHaveLength(512);
    const [m, n] = [1000, 1900];
    const { columns, rowsOf } = samplesOf(m, n, 4096, 1);
    const seen = new Set<number>();
    const squares = new Set<number>();
    for (const j of columns) {
      for (const i of rowsOf(j)) {
        expect(i).toBeLessThan(m);
        seen.add(i * n + j);
        squares.add(Math.floor(i / 64) * 1000 + Math.floor(j / 64));
      }
    }
    expect(squares.size).toBe(Math.ceil(m / 64) * Math.ceil(n / 64));
    expect(rowsOf(0)).toHaveLength(m);
    expect(rowsOf(n - 1)).toHaveLength(m);
    for (let j = 0; j < n; j++) expect(seen.has(j) && seen.has((m - 1) * n + j)).toBe(true);
    expect(seen.size * 4096).toBeLessThan(2 ** 27);
  });
});
