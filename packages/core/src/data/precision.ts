import type { BinaryFormat, FormatLimits } from './binary-format.ts';
import { limitsOf } from './binary-format.ts';
import type { ElementArrays, ElementType } from './element.ts';
import { elementBytes } from './element.ts';
import type { NumberEncoding, ValueArray } from './number-encoding.ts';
import { encodingInBits, F32_ENCODING, F64_ENCODING, PAIR_ENCODING } from './number-encoding.ts';

/** Value type of stored matrices and of host vectors. */
export type ValueType = 'f64' | 'f32';

/**
 * Arithmetic a product is asked for in. `df64` is a pair of f32 (about 48 bits), `f16` is storage in half precision and
 * `bf16` storage in the upper half of an f32; `c128` and `c64` are complex numbers, pairs of f64 and of f32;
 * a device offers them only where it has them.
 */
export type Precision = 'f64' | 'f32' | 'df64' | 'f16' | 'bf16' | 'c128' | 'c64';

type HostType<P extends Precision> = P extends 'f64' | 'df64' | 'c128' ? 'f64' : 'f32';

/** What the host hands over and gets back of numbers in a precision: `Float64Array` of f64 and df64, `Float32Array` of f32 and those of 16 bits; of c128 and c64 pairs in these, real part first. */
export type HostArray<P extends Precision> = ElementArrays[HostType<P>];

/** How the kernels of a target compute in a precision. */
export interface TargetPrecision {
  /** The precision they keep sums in, unless they say otherwise. */
  readonly sums: Precision;
  /** What a device must have for it, beyond what the target needs anyway. Default: nothing. */
  readonly requires?: string;
}

/** All that is known of a precision; everything else about it is derived from this record. */
export interface PrecisionFacts extends FormatLimits {
  /** What the host hands over and gets back. */
  readonly host: ValueType;
  /** Numbers of the host's type that make one: 1 for real numbers, 2 for complex ones. */
  readonly components: 1 | 2;
  /** Bytes of one number where products read it: half of the host's in f16. */
  readonly storedBytes: number;
  /** How it lies in memory there, and how a number of the host is rounded to it. */
  readonly encoding: NumberEncoding;
  /** The targets whose kernels compute in it. */
  readonly targets: Readonly<Partial<Record<PrecisionTarget, TargetPrecision>>>;
}

type PrecisionTarget = 'js' | 'wasm' | 'native' | 'wgsl' | 'cuda';

/** IEEE 754's binary64, binary32 and binary16. */
const BINARY64: BinaryFormat = { significandBits: 53, exponentBits: 11 };
const BINARY32: BinaryFormat = { significandBits: 24, exponentBits: 8 };
const BINARY16: BinaryFormat = { significandBits: 11, exponentBits: 5 };
/** An f32 whose lower half is left out. */
const BFLOAT16: BinaryFormat = { significandBits: 8, exponentBits: 8 };

/**
 * Facts of each precision. For `df64`, with v = 2⁻²⁴: a sum of two pairs is within 3v² and a product within 7v² (accurate sum,
 * algorithm 6, and product, algorithm 10, of Joldes, Muller, Popescu 2017, "Tight and rigorous error bounds for basic building
 * blocks of double-word arithmetic"). A term of a row of n entries goes through one product, at most n − 1 sums, the product with
 * alpha and the sum with βy: (3(n − 1) + 7 + 7 + 3)v² ≤ (n + 3)·8v² to first order, so u = 8v² = 2⁻⁴⁵ covers every row. Flushing
 * costs an operation at most 2⁻¹²⁶ in either word; the up to 64 operations of a term, 2⁻¹²⁰, stand for the smallest normal number.
 */
export const PRECISIONS: { readonly [P in Precision]: PrecisionFacts & { readonly host: HostType<P> } } = {
  f64: {
    ...limitsOf(BINARY64),
    host: 'f64',
    components: 1,
    storedBytes: 8,
    encoding: F64_ENCODING,
    targets: { js: { sums: 'f64' }, wasm: { sums: 'f64' }, native: { sums: 'f64' }, cuda: { sums: 'f64' } },
  },
  f32: {
    ...limitsOf(BINARY32),
    host: 'f32',
    components: 1,
    storedBytes: 4,
    encoding: F32_ENCODING,
    // JavaScript has no other numbers than f64.
    targets: {
      js: { sums: 'f64' },
      wasm: { sums: 'f32' },
      native: { sums: 'f32' },
      wgsl: { sums: 'f32' },
      cuda: { sums: 'f32' },
    },
  },
  df64: {
    unitRoundoff: 2 ** -45,
    smallestNormal: 2 ** -120,
    largestFinite: limitsOf(BINARY32).largestFinite,
    host: 'f64',
    components: 1,
    storedBytes: 8,
    encoding: PAIR_ENCODING,
    targets: { wgsl: { sums: 'df64', requires: 'double-float' } },
  },
  f16: {
    ...limitsOf(BINARY16),
    host: 'f32',
    components: 1,
    storedBytes: 2,
    encoding: encodingInBits(BINARY16),
    targets: { native: { sums: 'f32' }, wgsl: { sums: 'f32', requires: 'f16' } },
  },
  bf16: {
    ...limitsOf(BFLOAT16),
    host: 'f32',
    components: 1,
    storedBytes: 2,
    encoding: encodingInBits(BFLOAT16),
    targets: { native: { sums: 'f32' }, cuda: { sums: 'f32' } },
  },
  c128: {
    ...limitsOf(BINARY64),
    host: 'f64',
    components: 2,
    storedBytes: 16,
    encoding: F64_ENCODING,
    targets: { js: { sums: 'c128' }, wasm: { sums: 'c128' }, native: { sums: 'c128' }, cuda: { sums: 'c128' } },
  },
  c64: {
    ...limitsOf(BINARY32),
    host: 'f32',
    components: 2,
    storedBytes: 8,
    encoding: F32_ENCODING,
    targets: {
      js: { sums: 'c128' },
      wasm: { sums: 'c64' },
      native: { sums: 'c64' },
      wgsl: { sums: 'c64' },
      cuda: { sums: 'c64' },
    },
  },
};

/** The precision of values of a host's type with so many components. */
export function precisionOf(host: ValueType, components: 1 | 2 = 1): 'f64' | 'f32' | 'c128' | 'c64' {
  if (components === 1) return host;
  return host === 'f64' ? 'c128' : 'c64';
}

/** Every precision, f64 first. */
export const PRECISION_NAMES: readonly Precision[] = Object.keys(PRECISIONS) as Precision[];

/** The precisions of real numbers, or of complex ones. */
export function precisionsWith(components: 1 | 2): readonly Precision[] {
  return PRECISION_NAMES.filter((one) => PRECISIONS[one].components === components);
}

/** The precisions of a target on a device that was found to have `found`. */
export function precisionsIn(target: PrecisionTarget, found: readonly string[] = []): readonly Precision[] {
  return PRECISION_NAMES.filter((precision) => {
    const there = PRECISIONS[precision].targets[target];
    return there !== undefined && (there.requires === undefined || found.includes(there.requires));
  });
}

/** `value` rounded to the inputs of `precision`: the number a kernel of that precision really sees. */
export function roundTo(precision: Precision, value: number): number {
  return PRECISIONS[precision].encoding.round(value);
}

/** Bytes of one element of a host array where products in `precision` read it: its values take what they take there. */
export function storedElementBytes(element: ElementType, precision: Precision): number {
  const { host, storedBytes, components } = PRECISIONS[precision];
  return element === host ? storedBytes / components : elementBytes(element);
}

/** Whether every value is an f32 exactly, so that four bytes keep it. */
export function exactInF32(values: Float64Array): boolean {
  for (let k = 0; k < values.length; k++) {
    const value = values[k] as number;
    // NaN is one in f32, too.
    if (Math.fround(value) !== value && value === value) return false;
  }
  return true;
}

/** Numbers of the host that so many values of a precision are. */
export function numbersOf(precision: Precision, values: number): number {
  return values * PRECISIONS[precision].components;
}

/** A zeroed host vector of a value type. */
export function valueArray(type: ValueType, length: number): ValueArray {
  return type === 'f64' ? new Float64Array(length) : new Float32Array(length);
}

/** `values` in the value type, rounded once to nearest; the same array when it already is of that type. */
export function toValueType(type: ValueType, values: ValueArray): ValueArray {
  if (type === 'f64') return values instanceof Float64Array ? values : new Float64Array(values);
  return values instanceof Float32Array ? values : new Float32Array(values);
}
