import type { BinaryFormat } from './binary-format.ts';
import { fromBits, toBits } from './binary-format.ts';
import type { TypedArray } from './element.ts';

/** Values of a matrix or vector, as the host has them. */
export type ValueArray = Float64Array | Float32Array;

/** How numbers of a precision lie in memory where products read them. */
export interface NumberEncoding {
  /** `value` as this encoding keeps it. */
  round(value: number): number;
  /** `values` as they are stored. The result may share memory with them. */
  encode(values: ValueArray): TypedArray;
  /** The inverse: `bytes` into all of `target`. */
  decode(bytes: ArrayBuffer, target: ValueArray): void;
}

/** Numbers as the engine's own arrays of f64 keep them. */
export const F64_ENCODING: NumberEncoding = {
  round: (value) => value,
  encode: (values) => (values instanceof Float64Array ? values : Float64Array.from(values)),
  decode: (bytes, target) => target.set(new Float64Array(bytes, 0, target.length)),
};

/** Numbers as the engine's own arrays of f32 keep them. */
export const F32_ENCODING: NumberEncoding = {
  round: Math.fround,
  encode: (values) => (values instanceof Float32Array ? values : Float32Array.from(values)),
  decode: (bytes, target) => target.set(new Float32Array(bytes, 0, target.length)),
};

/** Two f32 whose sum is the number. The second is 0 where the first is infinite or not a number. */
export const PAIR_ENCODING: NumberEncoding = {
  round(value) {
    const high = Math.fround(value);
    return Number.isFinite(high) ? high + Math.fround(value - high) : high;
  },
  encode(values) {
    const pairs = new Float32Array(2 * values.length);
    for (let k = 0, p = 0; k < values.length; k++, p += 2) {
      const value = values[k] as number;
      const high = Math.fround(value);
      pairs[p] = high;
      pairs[p + 1] = Number.isFinite(high) ? value - high : 0;
    }
    return pairs;
  },
  decode(bytes, target) {
    const pairs = new Float32Array(bytes, 0, 2 * target.length);
    for (let k = 0; k < target.length; k++) {
      const high = pairs[2 * k] as number;
      target[k] = Number.isFinite(high) ? high + (pairs[2 * k + 1] as number) : high;
    }
  },
};

/**
 * Numbers of 16 bits, for which the engine has no typed array. The host holds them as f32, so they are rounded twice: next to a
 * tie the result may differ from that of one rounding.
 */
export function encodingInBits(format: BinaryFormat): NumberEncoding {
  return {
    round: (value) => fromBits(format, toBits(format, Math.fround(value))),
    encode(values) {
      const bits = new Uint16Array(values.length);
      for (let k = 0; k < values.length; k++) bits[k] = toBits(format, Math.fround(values[k] as number));
      return bits;
    },
    decode(bytes, target) {
      const bits = new Uint16Array(bytes, 0, target.length);
      for (let k = 0; k < target.length; k++) target[k] = fromBits(format, bits[k] as number);
    },
  };
}
