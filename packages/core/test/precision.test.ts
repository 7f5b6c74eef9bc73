import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Precision } from '../src/index.ts';
import { storedElementBytes } from '../src/data/precision.ts';
import { elementBytes, PRECISION_NAMES, PRECISIONS, precisionsIn, roundTo, valueArray } from '../src/index.ts';

/** The formats of 16 bits: bits of the significand, least and greatest exponent. */
const IN_BITS = {
  f16: { bits: 11, least: -14, greatest: 15 },
  bf16: { bits: 8, least: -126, greatest: 127 },
} as const;

/** All finite numbers from 0 up, from the definition of a format: m·2^(e − bits + 1). Even places have even significands. */
function numbersOf({ bits, least, greatest }: (typeof IN_BITS)[keyof typeof IN_BITS]): readonly number[] {
  const numbers: number[] = [];
  for (let m = 0; m < 2 ** (bits - 1); m++) numbers.push(m * 2 ** (least - bits + 1));
  for (let e = least; e <= greatest; e++)
    for (let m = 2 ** (bits - 1); m < 2 ** bits; m++) numbers.push(m * 2 ** (e - bits + 1));
  return numbers;
}

/** The nearest of `numbers` with the sign of `value`, of two the one at the even place; infinite where the number after the last is. */
function nearest(numbers: readonly number[], value: number): number {
  const size = Math.abs(value);
  const last = numbers.length - 1;
  const beyond = 2 * (numbers[last] as number) - (numbers[last - 1] as number);
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= size) low = middle;
    else high = middle;
  }
  const [below, above] = [numbers[low] as number, numbers[low + 1] ?? beyond];
  const up = size - below > above - size || (size - below === above - size && low % 2 === 1);
  const found = up ? low + 1 : low;
  const rounded = found > last ? Infinity : (numbers[found] as number);
  return value < 0 || Object.is(value, -0) ? -rounded : rounded;
}

function stored(precision: Precision, values: Float64Array | Float32Array): Float64Array | Float32Array {
  const { encoding, host } = PRECISIONS[precision];
  const bits = encoding.encode(values);
  const target = valueArray(host, values.length);
  encoding.decode(bits.buffer.slice(bits.byteOffset, bits.byteOffset + bits.byteLength) as ArrayBuffer, target);
  return target;
}

describe.each(Object.entries(IN_BITS) as [keyof typeof IN_BITS, (typeof IN_BITS)[keyof typeof IN_BITS]][])(
  '%s, kept in 16 bits',
  (precision, format) => {
    const { encoding, largestFinite, smallestNormal, unitRoundoff, storedBytes } = PRECISIONS[precision];
    const numbers = numbersOf(format);

    it('keeps each of its numbers, and every pattern of bits', () => {
      const patterns = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);
      const values = new Float32Array(0x10000);
      encoding.decode(patterns.buffer, values);
      expect([...values.subarray(0, numbers.length)]).toEqual(numbers);
      expect([...values.subarray(0x8000, 0x8000 + numbers.length)]).toEqual(numbers.map((value) => -value));
      expect(values[numbers.length]).toBe(Infinity);
      expect(values.subarray(numbers.length + 1, 0x8000).every(Number.isNaN)).toBe(true);
      expect(values.subarray(0x8000 + numbers.length + 1).every(Number.isNaN)).toBe(true);
      const back = encoding.encode(values);
      const again = new Float32Array(0x10000);
      encoding.decode(back.buffer as ArrayBuffer, again);
      const wrong = [...patterns].filter((bits) =>
        Number.isNaN(values[bits]) ? !Number.isNaN(again[bits]) : back[bits] !== bits,
      );
      expect(wrong).toEqual([]);
    });

    it('rounds what the host hands over to the nearest number, ties to the even one', () => {
      const last = numbers.length - 1;
      const ties = fc.nat(last - 1).map((k) => ((numbers[k] as number) + (numbers[k + 1] as number)) / 2);
      const beyond = largestFinite * (1 + unitRoundoff);
      const value = fc.oneof(
        fc.float({ noNaN: true }),
        fc.double({ noNaN: true, min: -2 * largestFinite, max: 2 * largestFinite }),
        fc.double({ noNaN: true, min: -4 * smallestNormal, max: 4 * smallestNormal }),
        fc.tuple(ties, fc.constantFrom(-(2 ** -20), -(2 ** -40), 0, 2 ** -40, 2 ** -20)).map(([t, by]) => t * (1 + by)),
        fc.constantFrom(0, -0, largestFinite, beyond, -beyond, beyond * (1 - 2 ** -23), Infinity, -Infinity),
      );
      fc.assert(
        fc.property(value, (v) => {
          const expected = nearest(numbers, Math.fround(v));
          expect(roundTo(precision, v)).toBe(expected);
          expect(roundTo(precision, -v)).toBe(-expected);
        }),
        { numRuns: 20_000 },
      );
      expect(roundTo(precision, Number.NaN)).toBeNaN();
    });

    it('states its limits', () => {
      expect(largestFinite).toBe(numbers.at(-1));
      expect(smallestNormal).toBe(2 ** format.least);
      expect(unitRoundoff).toBe(2 ** -format.bits);
      expect(storedBytes).toBe(2);
    });
  },
);

describe('every precision', () => {
  it.each(PRECISION_NAMES)('%s reaches a device as its inputs are rounded, in the bytes that it says', (precision) => {
    const { storedBytes, components, host, targets } = PRECISIONS[precision];
    fc.assert(
      fc.property(fc.array(fc.double({ noDefaultInfinity: true }), { maxLength: 20 }), (list) => {
        for (const values of [Float64Array.from(list), Float32Array.from(list)]) {
          const kept = stored(precision, values);
          expect([...kept]).toEqual([...values].map((value) => roundTo(precision, value)));
          // Rounded once, for good; as numbers: a pair does not keep the sign of a zero.
          expect([...stored(precision, kept)].map((value) => value + 0)).toEqual([...kept].map((value) => value + 0));
          const { byteLength } = PRECISIONS[precision].encoding.encode(values);
          expect(byteLength).toBe((values.length * storedBytes) / components);
        }
      }),
    );
    expect(storedElementBytes(host, precision)).toBe(storedBytes / components);
    for (const element of ['i32', 'u16', 'i8'] as const)
      expect(storedElementBytes(element, precision)).toBe(elementBytes(element));
    expect(Object.keys(targets)).not.toEqual([]);
    // Sums are at least as precise as what they add up.
    for (const { sums } of Object.values(targets))
      expect(PRECISIONS[sums].unitRoundoff).toBeLessThanOrEqual(PRECISIONS[precision].unitRoundoff);
  });

  it('f64 and f32 have the limits that the engine has', () => {
    expect(PRECISIONS.f64.largestFinite).toBe(Number.MAX_VALUE);
    expect(PRECISIONS.f64.unitRoundoff).toBe(Number.EPSILON / 2);
    expect(PRECISIONS.f64.smallestNormal).toBe(Number.MIN_VALUE * 2 ** 52);
    const f32 = new Float32Array(Uint32Array.of(0x7f7fffff, 0x00800000, 0x3f800001).buffer);
    expect(PRECISIONS.f32.largestFinite).toBe(f32[0]);
    expect(PRECISIONS.f32.smallestNormal).toBe(f32[1]);
    expect(2 * PRECISIONS.f32.unitRoundoff).toBe((f32[2] as number) - 1);
  });

  it('is offered by a target where the device has what it takes', () => {
    expect(precisionsIn('js')).toEqual(['f64', 'f32', 'c128', 'c64']);
    expect(precisionsIn('native')).toEqual(['f64', 'f32', 'f16', 'bf16', 'c128', 'c64']);
    expect(precisionsIn('wgsl')).toEqual(['f32', 'c64']);
    expect(precisionsIn('wgsl', ['f16'])).toEqual(['f32', 'f16', 'c64']);
    expect(precisionsIn('wgsl', ['f16', 'double-float'])).toEqual(['f32', 'df64', 'f16', 'c64']);
  });
});
