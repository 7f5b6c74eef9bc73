import type { GpuSource, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

/** How a device's double-float arithmetic has to be written for its compiler to leave it exact, as its self-test found. */
export interface DoubleFloatForm {
  /** Exact products by fma, or by splitting into halves. */
  readonly product: 'fma' | 'split';
  /** Sums as written, or behind a barrier that no optimiser sees through. */
  readonly sums: 'plain' | 'opaque';
}

/** Every form, the cheapest first. */
export const DOUBLE_FLOAT_FORMS: readonly DoubleFloatForm[] = [
  { product: 'fma', sums: 'plain' },
  { product: 'fma', sums: 'opaque' },
  { product: 'split', sums: 'plain' },
  { product: 'split', sums: 'opaque' },
];

function text(url: URL): GpuSource {
  return { kind: 'url', url: url.href };
}

function doubleFloatSources({ product, sums }: DoubleFloatForm): readonly GpuSource[] {
  return [
    text(new URL('../../src/arithmetic/df64.wgsl', import.meta.url)),
    product === 'fma'
      ? text(new URL('../../src/arithmetic/df64-product-fma.wgsl', import.meta.url))
      : text(new URL('../../src/arithmetic/df64-product-split.wgsl', import.meta.url)),
    sums === 'plain'
      ? text(new URL('../../src/arithmetic/df64-settle-plain.wgsl', import.meta.url))
      : text(new URL('../../src/arithmetic/df64-settle-opaque.wgsl', import.meta.url)),
  ];
}

/**
 * What every product is given: the host scalars, their low words in df64, and a zero that no compiler knows to be one. The low word of a complex scalar is its imaginary part, which is
 * a number of its own where it lies.
 */
function scalarsSource(names: readonly string[], precision: Precision): GpuSource {
  const isComplex = PRECISIONS[precision].components === 2;
  const numbers = isComplex ? names.flatMap((name) => [name, `${name}Low`]) : names;
  const rests = numbers.map((name) => (isComplex ? `${name}Rest` : `${name}Low`));
  const words = [...numbers, ...rests].map((name) => `  ${name}: f32,\n`);
  return {
    kind: 'text',
    text: `struct Scalars {\n${words.join('')}  zero: u32,\n}\n@group(0) @binding(0) var<uniform> scalars: Scalars;\n`,
  };
}

/** What WGSL computes with in each precision: the text, the same for every operation, and the extensions that it needs. */
const ARITHMETIC: Readonly<Partial<Record<Precision, Arithmetic>>> = {
  f32: { sources: () => [text(new URL('../../src/arithmetic/f32.wgsl', import.meta.url))], extensions: [] },
  df64: { sources: (form) => (form === undefined ? [] : doubleFloatSources(form)), extensions: [] },
  f16: { sources: () => [text(new URL('../../src/arithmetic/f16.wgsl', import.meta.url))], extensions: ['f16'] },
  c64: { sources: () => [text(new URL('../../src/arithmetic/c64.wgsl', import.meta.url))], extensions: [] },
};

interface Arithmetic {
  sources(form: DoubleFloatForm | undefined): readonly GpuSource[];
  readonly extensions: readonly string[];
}

/**
 * The text of the arithmetic that {@link WgslProgram} describes, in this precision. f64 has none: no device has f64 in WGSL.
 * `form` is needed in df64 alone.
 */
export function arithmeticSources(
  precision: Precision,
  form: DoubleFloatForm | undefined,
  scalars: readonly string[],
): readonly GpuSource[] {
  const own = ARITHMETIC[precision]?.sources(form) ?? [];
  if (own.length === 0) return [];
  const finishes = scalars.includes('alpha') && scalars.includes('beta');
  const after = finishes ? [text(new URL('../../src/arithmetic/finish.wgsl', import.meta.url))] : [];
  return [scalarsSource(scalars, precision), ...own, ...after];
}

/** WGSL extensions the arithmetic needs. */
export function arithmeticExtensions(precision: Precision): readonly string[] {
  return ARITHMETIC[precision]?.extensions ?? [];
}
