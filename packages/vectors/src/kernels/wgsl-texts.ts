import type { GpuSource, Precision } from '@spmv/core';
import type { NamedBuffer } from '@spmv/kernel-kit';
import { fileText, GROUP_SUMS, reads, writes } from '@spmv/kernel-kit';
import type { Ending } from '../endings.ts';
import { sumsOf } from '../endings.ts';
import type { Form } from '../forms.ts';
import { FORM_OPERANDS } from '../forms.ts';
import type { Residual } from '../residual.ts';
import type { VectorOperation } from './variants.ts';

const SWEEP = new URL('../../src/kernels/sweep.wgsl', import.meta.url);
const ZERO = new URL('../../src/kernels/zero.wgsl', import.meta.url);
const SCALAR = new URL('../../src/kernels/scalar.wgsl', import.meta.url);
const QUOTIENT = new URL('../../src/kernels/quotient.wgsl', import.meta.url);
const SAFE_QUOTIENT = new URL('../../src/kernels/safe-quotient.wgsl', import.meta.url);
const SCALAR_F32 = new URL('../../src/kernels/scalar-f32.wgsl', import.meta.url);
const SCALAR_DF64 = new URL('../../src/kernels/scalar-df64.wgsl', import.meta.url);
const PASSES: Readonly<Record<VectorOperation, URL>> = {
  linear: new URL('../../src/kernels/linear.wgsl', import.meta.url),
  advance: new URL('../../src/kernels/direction.wgsl', import.meta.url),
  descend: new URL('../../src/kernels/descend.wgsl', import.meta.url),
  conjugate: new URL('../../src/kernels/direction.wgsl', import.meta.url),
  hadamard: new URL('../../src/kernels/hadamard.wgsl', import.meta.url),
  dots: new URL('../../src/kernels/dots.wgsl', import.meta.url),
};

/** The vectors and numbers of each operation, besides z and the sums. */
const BUFFERS: Readonly<Record<VectorOperation, readonly NamedBuffer[]>> = {
  linear: [reads('x', 'Value4'), reads('a', 'Value'), writes('y', 'Value4'), reads('b', 'Value')],
  advance: [
    writes('p', 'Value4'),
    reads('a', 'Value'),
    writes('x', 'Value4'),
    reads('r', 'Value4'),
    reads('b', 'Value'),
  ],
  descend: [reads('q', 'Value4'), reads('a', 'Value'), reads('c', 'Value'), writes('r', 'Value4')],
  conjugate: [
    writes('p', 'Value4'),
    reads('a', 'Value'),
    reads('c', 'Value'),
    reads('b', 'Value'),
    writes('x', 'Value4'),
    reads('r', 'Value4'),
  ],
  hadamard: [reads('d', 'Value4'), reads('x', 'Value4'), writes('y', 'Value4')],
  dots: [reads('x', 'Value4')],
};

/** Buffers, words and texts of a dispatch. */
export interface DispatchText {
  readonly buffers: readonly NamedBuffer[];
  readonly words: string;
  readonly texts: readonly GpuSource[];
}

const TERM = { s: 'product(narrowed(result), other)', t: 'product(narrowed(result), narrowed(result))' } as const;

/** What weighs residuals: d, or nothing. */
const WEIGHTS: Readonly<Record<Residual, string>> = {
  plain: `fn weightsOf(four: u32) -> array<Value, 4> {
  return array<Value, 4>();
}
fn weighted(weight: Value, value: Value) -> Value {
  return value;
}
`,
  scaled: `fn weightsOf(four: u32) -> array<Value, 4> {
  return unpack(d[four]);
}
fn weighted(weight: Value, value: Value) -> Value {
  return narrowed(product(weight, value));
}
`,
};

/** Where step and share of a direction come from. */
const FACTORS: Readonly<Partial<Record<VectorOperation, string>>> = {
  advance: `fn stepOf() -> Value { return a[0]; }
fn shareOf() -> Value { return b[0]; }
`,
  conjugate: `fn stepOf() -> Value { return safeQuotient(a[0], c[0]); }
fn shareOf() -> Value { return safeQuotient(b[0], a[0]); }
`,
};

/** What quotients need, before a text that has them. */
const quotientTexts = (precision: Precision): readonly URL[] => [
  precision === 'df64' ? SCALAR_DF64 : SCALAR_F32,
  QUOTIENT,
];

/** A pass over vectors with the sums of its ending. */
export function passText(
  operation: VectorOperation,
  ending: Ending,
  residual: Residual,
  precision: Precision,
): DispatchText {
  const sums = sumsOf(ending);
  const divides = operation === 'descend' || operation === 'conjugate';
  const hasZ = sums.includes('s') && operation !== 'hadamard' && !divides;
  const terms = sums.map((name, n) => `  own[${n}] = addSums(own[${n}], ${TERM[name]});\n`);
  const words = [
    `fn othersOf(four: u32) -> array<Value, 4> {\n  ${hasZ ? 'return unpack(z[four]);' : 'return array<Value, 4>();'}\n}\n`,
    `fn addTerms(result: Sum, other: Value) {\n${terms.join('')}}\n`,
    FACTORS[operation] ?? '',
    divides || operation === 'advance' ? WEIGHTS[residual] : '',
    sums.length === 0 ? 'fn endGroup(group: u32, local: u32) {\n}\n' : `const SUMS = ${sums.length}u;\n`,
  ];
  return {
    buffers: [
      ...BUFFERS[operation],
      ...(hasZ ? [reads('z', 'Value4')] : []),
      ...(residual === 'scaled' ? [reads('d', 'Value4')] : []),
      ...(sums.length > 0 ? [writes('sums', 'Sum', 'scratch.sums')] : []),
    ],
    words: words.join(''),
    texts: [
      fileText(ZERO),
      ...(divides ? [...quotientTexts(precision), SAFE_QUOTIENT].map(fileText) : []),
      ...(sums.length > 0 ? [fileText(GROUP_SUMS)] : []),
      fileText(PASSES[operation]),
      fileText(SWEEP),
    ],
  };
}

const DELTA = (of: string): string => `narrowed(scaled(scalars.delta, scalars.deltaLow, widened(${of})))`;
const OF = {
  a: 'scaled(scalars.alpha, scalars.alphaLow, widened(a[0]))',
  b: 'scaled(scalars.beta, scalars.betaLow, widened(b[0]))',
} as const;

/** The body of `computed` for each form. */
const FORM_WORDS: Readonly<Record<Form, string>> = {
  quotient: `return safe(${DELTA('quotient(a[0], b[0])')});`,
  product: `return ${DELTA('times(a[0], b[0])')};`,
  sum: `var sum = zeroSum();
  if (scalars.alpha != 0.0) { sum = ${OF.a}; }
  if (scalars.beta != 0.0) { sum = addSums(sum, ${OF.b}); }
  return narrowed(sum);`,
  root: `return safe(${DELTA('root(a[0])')});`,
  ratio: `return safe(${DELTA('times(quotient(a[0], c[0]), quotient(b[0], d[0]))')});`,
  hypot: 'return hypotOf(a[0], b[0]);',
  copy: 'return a[0];',
};

/** A number of this form. */
export function scalarText(form: Form, precision: Precision): DispatchText {
  return {
    buffers: [...FORM_OPERANDS[form].inputs.map((name) => reads(name, 'Value')), writes('s')],
    words: `fn computed() -> Value {\n  ${FORM_WORDS[form]}\n}\n`,
    texts: [ZERO, ...quotientTexts(precision), SCALAR].map(fileText),
  };
}
