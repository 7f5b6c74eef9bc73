import type { Params, Precision } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { createWorkload, referencesOf } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { advance, conjugate, descend, dots, hadamard, linear, plugin, scalar } from '../src/index.ts';

type Buffers = Readonly<Record<string, readonly number[] | Float64Array>>;
interface Given {
  readonly options?: Params;
  readonly scalars?: Readonly<Record<string, number>>;
  readonly precision?: Precision;
}

/** The references of an operation over these contents, n being the length of the longest. */
function referencesFor(id: string, buffers: Buffers, { options = {}, scalars = {}, precision = 'f64' }: Given = {}) {
  const operation = plugin.operations?.find((one) => one.id === id);
  if (!operation) throw new RangeError(`no operation ${id}`);
  const n = Math.max(...Object.values(buffers).map(({ length }) => length));
  const workload = createWorkload(operation, undefined, { options, sizes: id === 'scalar' ? {} : { n } });
  const contents = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }) => [
      name,
      Float64Array.from(buffers[name] ?? new Float64Array(length)),
    ]),
  );
  return referencesOf(workload, contents, scalars, { precision, accumulator: precision });
}
const high = (reference: Reference | undefined): readonly number[] => [...(reference?.high ?? [])];

describe('the reference', () => {
  const x = [2, -1, 3];
  const y = [1, 2, -3];
  const z = [-1, 2, 5];

  it('of linear is (αa)x + (βb)y and sums over it', () => {
    const given = { options: { ending: 'dot-norm' }, scalars: { alpha: 2, beta: -1 } };
    const found = referencesFor(linear.id, { x, y, z, a: [3], b: [0.5] }, given);
    // 12 − 0.5, −6 − 1, 18 + 1.5.
    expect(high(found['y'])).toEqual([11.5, -7, 19.5]);
    expect(high(found['s'])).toEqual([-11.5 - 14 + 97.5]);
    expect(high(found['t'])).toEqual([11.5 ** 2 + 49 + 19.5 ** 2]);
    expect([...(found['y']?.magnitude ?? [])]).toEqual([12.5, 7, 19.5]);
    expect([...(found['y']?.terms ?? [])]).toEqual([2, 2, 2]);
    expect([found['s']?.terms[0], found['t']?.terms[0]]).toEqual([3 + 2, 3 + 2 * 2 + 3]);
  });

  it('of advance takes p as it was before, for x and for p', () => {
    const found = referencesFor(advance.id, { p: x, x: y, r: z, a: [2], b: [-1] });
    expect([high(found['x']), high(found['p'])]).toEqual([
      [5, 0, 3],
      [-3, 3, 2],
    ]);
  });

  it('of descend is r less a quotient of q, and its sums, weighted and not', () => {
    const d = [1, 2, -1];
    const plain = referencesFor(descend.id, { q: x, a: [3], c: [2], r: y });
    // 1 − 3, 2 + 1.5, −3 − 4.5.
    expect([high(plain['r']), high(plain['t']), plain['s']]).toEqual([[-2, 3.5, -7.5], [4 + 12.25 + 56.25], undefined]);
    const scaled = referencesFor(descend.id, { q: x, a: [3], c: [2], r: y, d }, { options: { residual: 'scaled' } });
    expect([high(scaled['t']), high(scaled['s'])]).toEqual([[72.5], [4 + 24.5 - 56.25]]);
    expect([scaled['s']?.magnitude[0], scaled['s']?.terms[0]]).toEqual([16 + 2 * 3.5 ** 2 + 56.25, 3 + 2 * 7 + 4]);
    const huge = referencesFor(
      descend.id,
      { q: [0], a: [1], c: [1], r: [2 ** 600], d: [2 ** -600] },
      { options: { residual: 'scaled' } },
    );
    expect(high(huge['s'])).toEqual([2 ** 600]);
  });

  it('of conjugate takes p as it was before, and d ∘ r in place of r where that is asked for', () => {
    const numbers = { a: [2], c: [4], b: [-6] };
    const plain = referencesFor(conjugate.id, { p: x, x: y, r: z, ...numbers });
    // Steps of 0.5 and −3.
    expect([high(plain['x']), high(plain['p'])]).toEqual([
      [2, 1.5, -1.5],
      [-7, 5, -4],
    ]);
    const scaled = referencesFor(
      conjugate.id,
      { p: x, x: y, r: z, d: [2, 3, -1], ...numbers },
      { options: { residual: 'scaled' } },
    );
    expect([high(scaled['x']), high(scaled['p'])]).toEqual([high(plain['x']), [-8, 9, -14]]);
  });

  it('of hadamard and dots are products of elements and their sums', () => {
    const product = referencesFor(hadamard.id, { d: x, x: y }, { options: { ending: 'dot' } });
    expect([high(product['y']), high(product['s'])]).toEqual([[2, -2, -9], [2 - 4 + 27]]);
    const sums = referencesFor(dots.id, { x, z }, { options: { ending: 'dot-norm' } });
    expect([high(sums['s']), high(sums['t'])]).toEqual([[-2 - 2 + 15], [4 + 1 + 9]]);
    expect(sums['s']?.terms[0]).toBe(3);
  });

  it('reads nothing that a factor of 0 excludes, of the host or of the device, and says NaN of all else', () => {
    const nan = [Number.NaN, 1, 1];
    for (const [buffers, scalars, expected] of [
      [{ x: nan, y, a: [0], b: [1] }, {}, y],
      [{ x: nan, y, a: [1], b: [1] }, { alpha: 0 }, y],
      [{ x, y: nan, a: [1], b: [0] }, {}, x],
      [{ x, y: nan, a: [1], b: [1] }, { beta: 0 }, x],
      [{ x, y: nan, a: [1], b: [1] }, {}, [Number.NaN, 0, 4]],
    ] as const)
      expect(high(referencesFor(linear.id, buffers, { scalars })['y'])).toEqual(expected);
  });

  it('is exact where terms leave f64 and the sum does not', () => {
    const huge = 2 ** 600;
    const found = referencesFor(linear.id, { x: [huge], y: [huge], a: [huge], b: [huge] }, { scalars: { beta: -1 } });
    expect(high(found['y'])).toEqual([0]);
    expect((found['y']?.exponent[0] as number) > 0).toBe(true);
    const sums = referencesFor(dots.id, { x: [huge, huge, 3], z: [huge, -huge, 7] });
    expect(high(sums['s'])).toEqual([21]);
  });

  it('of numbers has more digits than f64, and 0 for what is not finite in the precision', () => {
    const third = referencesFor(scalar.id, { a: [1], b: [3] }, { options: { form: 'quotient' } })['s'];
    expect(Math.abs((third?.low[0] as number) - 1 / 3 / 2 ** 54) < 2 ** -100).toBe(true);
    const root = referencesFor(scalar.id, { a: [2] }, { options: { form: 'root' } })['s'];
    // √2 = 1.4142135623730951 − 9.667293313452913e-17.
    expect(root?.low[0]).toBeCloseTo(-9.667293313452913e-17, 30);
    const beyond = { a: [2 ** 100], b: [2 ** -100] };
    for (const [precision, expected] of [
      ['f64', 2 ** 200],
      ['f32', 0],
    ] as const)
      expect(high(referencesFor(scalar.id, beyond, { options: { form: 'quotient' }, precision })['s'])).toEqual([
        expected,
      ]);
  });
});

describe('the bound', () => {
  const n = 500;
  const vector = (seed: number): Float64Array => Float64Array.from(randomVector(n, { seed }), Math.fround);
  const buffers = { x: vector(1), y: vector(2), z: vector(3), a: [0.75], b: [-1.25] };
  const found = referencesFor(linear.id, buffers, { options: { ending: 'dot-norm' }, precision: 'f32' });

  /** y and its sums in f32, one rounding after another; `missing` is in no sum. */
  function inSingle(missing = -1) {
    const round = Math.fround;
    const y = Float32Array.from(buffers.y, (value, i) =>
      round(round(-1.25 * value) + round(0.75 * (buffers.x[i] ?? 0))),
    );
    let [s, t] = [0, 0];
    for (const [i, value] of y.entries()) {
      if (i === missing) continue;
      s = round(s + round(value * (buffers.z[i] ?? 0)));
      t = round(t + round(value * value));
    }
    return { y, s: Float32Array.of(s), t: Float32Array.of(t) };
  }

  it.each(['y', 's', 't'] as const)('of %s holds in f32 in the order of elements', (name) => {
    const { failures, errorRatio } = judge(inSingle()[name], found[name] as Reference, 'f32');
    expect([failures, errorRatio > 0]).toEqual([0, true]);
  });

  it.each(['s', 't'] as const)('of %s does not hold where an element is missing', (name) => {
    const largest = buffers.y.indexOf(Math.max(...buffers.y));
    expect(judge(inSingle(largest)[name], found[name] as Reference, 'f32').failures).toBe(1);
  });

  it('of y does not hold where one unit in the fifth digit is wrong', () => {
    const { y } = inSingle();
    y[7] = (y[7] as number) * (1 + 2 ** -16);
    expect(judge(y, found['y'] as Reference, 'f32').failures).toBe(1);
  });
});
