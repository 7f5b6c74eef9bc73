import type { GpuSource, Precision } from '@spmv/core';
import type { VectorFactor, Form, NamedBuffer, VectorPass } from '@spmv/kernel-kit';
import { fileText, FORMS, groupSumsText, hasPairs, reads, writes } from '@spmv/kernel-kit';

/** By getters: where modules do not know their place that is told when one is loaded, not on import. */
const TEXTS = {
  get pass() {
    return new URL('../../src/kernels/pass.wgsl', import.meta.url);
  },
  get zero() {
    return new URL('../../src/kernels/zero.wgsl', import.meta.url);
  },
  get scalar() {
    return new URL('../../src/kernels/scalar.wgsl', import.meta.url);
  },
  get quotient() {
    return new URL('../../src/kernels/quotient.wgsl', import.meta.url);
  },
  get f32() {
    return new URL('../../src/kernels/scalar-f32.wgsl', import.meta.url);
  },
  get df64() {
    return new URL('../../src/kernels/scalar-df64.wgsl', import.meta.url);
  },
  get c64() {
    return new URL('../../src/kernels/scalar-c64.wgsl', import.meta.url);
  },
};
const OWN: Readonly<Partial<Record<Precision, URL>>> = TEXTS;
/** What quotients need. */
const quotients = (precision: Precision): readonly URL[] => [OWN[precision] ?? TEXTS.f32, TEXTS.quotient];
/** The words for what is true where a number of the host is not 0: of a complex one the imaginary part lies where others have what is left of a number of two words. */
const isThere = (host: string): string => `(scalars.${host} != 0.0 || scalars.${host}Low != 0.0)`;

/** Buffers, words and texts of a dispatch. */
export interface DispatchText {
  readonly buffers: readonly NamedBuffer[];
  readonly words: string;
  readonly texts: readonly GpuSource[];
}

/** The four elements of a vector that `condition` asks for, or zeros. */
function loader(name: string, vector: string | undefined, condition?: string): string {
  const found = vector === undefined ? 'return array<Value, 4>();' : `return unpack(${vector}[four]);`;
  const unless =
    vector !== undefined && condition !== undefined ? `if (!(${condition})) { return array<Value, 4>(); }\n  ` : '';
  return `fn ${name}(four: u32) -> array<Value, 4> {\n  ${unless}${found}\n}\n`;
}

/** The statements that compute a factor, and whether what it multiplies is seen. */
function factorText(name: string, { of, over, times }: VectorFactor): string {
  const quotient = over === undefined ? `${of}[0]` : `safeQuotient(${of}[0], ${over}[0])`;
  const value =
    typeof times === 'string'
      ? `narrowed(scaled(scalars.${times}, scalars.${times}Low, widened(${quotient})))`
      : times === -1
        ? `negated(${quotient})`
        : quotient;
  const host = typeof times === 'string' ? `${isThere(times)} && ` : '';
  return `  ${name} = ${value};\n  ${name}Seen = ${host}!isZero(${quotient});\n`;
}

const FACTOR_NAMES = ['by', 'share', 'step'] as const;

/** What pass.wgsl needs of the formula. */
function wordsOf(
  { first, by, weights, second, share, moved, step, into, other, squares, unconjugated, sums }: VectorPass,
  precision: Precision,
): string {
  const factors = { by, share, step };
  const known = FACTOR_NAMES.filter((name) => factors[name]);
  const term = {
    s:
      squares === undefined
        ? `product(narrowed(result), ${unconjugated ? 'other' : 'conjugated(other)'})`
        : 'product(conjugated(narrowed(result)), narrowed(product(weight, narrowed(result))))',
    // A compiler that contracts one of two products leaves an imaginary part.
    t: hasPairs(precision) ? 'vec2<f32>(dot(result, result), 0.0)' : 'product(narrowed(result), narrowed(result))',
  };
  const terms = sums.map((name, n) => `  own[${n}] = addSums(own[${n}], ${term[name]});\n`);
  const moves = [0, 1, 2, 3].map(
    (k) => `select(zeroValue(), narrowed(addProduct(widened(at[${k}]), step, along[${k}])), count > ${k})`,
  );
  return [
    ...known.map((name) => `var<private> ${name}: Value;\nvar<private> ${name}Seen: bool;\n`),
    `fn prepare() {\n${known.map((name) => factorText(name, factors[name] as VectorFactor)).join('')}}\n`,
    loader('alongOf', second, moved === undefined ? 'shareSeen' : undefined),
    loader('startOf', first, by && 'bySeen'),
    loader('weightsOf', weights ?? squares),
    loader('othersOf', other),
    `fn shift(four: u32, count: u32, along: array<Value, 4>) {\n${moved === undefined ? '' : `  if (!stepSeen) { return; }\n  let at = unpack(${moved}[four]);\n  ${moved}[four] = pack(${moves.join(', ')});\n`}}\n`,
    `fn begun(start: Value, weight: Value) -> Sum {\n  ${by ? 'if (!bySeen) { return zeroSum(); }\n  return product(by, start)' : weights === undefined ? 'return widened(start)' : 'return product(weight, start)'};\n}\n`,
    `fn added(sum: Sum, along: Value) -> Sum {\n  ${share ? 'if (shareSeen) { return addProduct(sum, share, along); }\n  ' : ''}return sum;\n}\n`,
    `fn addTerms(result: Sum, weight: Value, other: Value) {\n${terms.join('')}}\n`,
    `fn store(four: u32, a: Value, b: Value, c: Value, d: Value) {\n${into === undefined ? '' : `  ${into}[four] = pack(a, b, c, d);\n`}}\n`,
    sums.length === 0 ? 'fn endGroup(group: u32, local: u32) {\n}\n' : `const SUMS = ${sums.length}u;\n`,
  ].join('');
}

/** A pass over vectors with its sums. */
export function passText(pass: VectorPass, precision: Precision): DispatchText {
  const { first, weights, second, moved, into, other, squares, sums, share } = pass;
  const vectors = new Set([first, weights, second, moved, into, other, squares]);
  return {
    buffers: [
      ...pass.operands.map((name) => {
        const element = vectors.has(name) ? 'Value4' : 'Value';
        return name === into || name === moved ? writes(name, element) : reads(name, element);
      }),
      ...(sums.length > 0 ? [writes('sums', 'Sum', 'scratch.sums')] : []),
    ],
    words: wordsOf(pass, precision),
    texts: [
      fileText(TEXTS.zero),
      ...(share?.over === undefined ? [] : quotients(precision).map(fileText)),
      ...(sums.length > 0 ? [fileText(groupSumsText())] : []),
      fileText(TEXTS.pass),
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
  if (${isThere('alpha')}) { sum = ${OF.a}; }
  if (${isThere('beta')}) { sum = addSums(sum, ${OF.b}); }
  return narrowed(sum);`,
  root: `return safe(${DELTA('root(a[0])')});`,
  ratio: `return safe(${DELTA('times(quotient(a[0], c[0]), quotient(b[0], d[0]))')});`,
  hypot: 'return hypotOf(a[0], b[0]);',
  copy: 'return a[0];',
  conjugate: `return ${DELTA('conjugated(a[0])')};`,
};

/** A number of this form. */
export function scalarText(form: Form, precision: Precision): DispatchText {
  return {
    buffers: [...FORMS[form].inputs.map((name) => reads(name, 'Value')), writes('s')],
    words: `fn computed() -> Value {\n  ${FORM_WORDS[form]}\n}\n`,
    texts: [TEXTS.zero, ...quotients(precision), TEXTS.scalar].map(fileText),
  };
}
