import type { VectorFactor, VectorPass } from '@spmv/kernel-kit';
import { VECTOR_PASSES } from '@spmv/kernel-kit';

const at = (name: string): string => `${name}[i]`;
const when = (condition: unknown, ...lines: readonly string[]): readonly string[] => (condition ? lines : []);

/** A factor, and whether what it multiplies is seen: a product that only underflows to 0 hides nothing. */
function factorText(name: string, { of, over, times }: VectorFactor): readonly string[] {
  const number = over === undefined ? `of(args.${of})` : `quotient(args.${of}, args.${over})`;
  const host = typeof times === 'string' ? `args.${times} !== 0 && ` : '';
  const scale = typeof times === 'string' ? `args.${times} * ` : times === -1 ? '-' : '';
  return [`  const ${name}Seen = ${host}${number} !== 0;`, `  const ${name} = ${scale}${number};`];
}

/** The function of an operation: all its variants, by what of its operands is there. */
function functionText(operation: string): readonly string[] {
  const rows = VECTOR_PASSES.filter((row) => row.operation === operation);
  const all: VectorPass = Object.assign({}, ...rows);
  const { first, by, second, share, moved, step, into, other, squares, weights } = all;
  const sums = new Set(rows.flatMap((row) => row.sums));
  const vectors = new Set([first, second, moved, into, other, squares, weights].filter((name) => name !== undefined));
  const isWeighted = rows.every((row) => row.weights);
  const weighted = `${isWeighted ? '' : `${weights} === undefined ? ${at(first)} : `}${at(weights ?? '')} * ${at(first)}`;
  const base = by ? `bySeen ? by * ${at(first)} : unseen` : weights === undefined ? at(first) : weighted;
  return [
    `export function ${operation}(args: ${isWeighted ? 'Arguments & { d: ValueArray }' : 'Arguments'}): void {`,
    `  const { ${[...vectors].join(', ')}, ${sums.size > 0 ? 'scratch, ' : ''}numbers, sizes, begin, end } = args;`,
    ...(by ? factorText('by', by) : []),
    ...(share ? factorText('share', share) : []),
    ...(step ? factorText('step', step) : []),
    // What is added to −0 keeps its sign.
    ...when(by, `  const unseen = ${share ? 'shareSeen ? -0 : 0' : '0'};`),
    "  const size = numbers['blockSize'];",
    "  const n = sizes['n'];",
    ...when(sums.size, "  const sums = scratch['sums'] as Float64Array;"),
    ...when(other, '  const dotted = args.s !== undefined;'),
    ...when(sums.has('t'), '  const normed = args.t !== undefined;'),
    '  for (let block = begin; block < end; block++) {',
    '    const past = Math.min(n, (block + 1) * size);',
    ...when(sums.has('s'), '    let dot = 0;'),
    ...when(sums.has('t'), '    let norm = 0;'),
    '    for (let i = block * size; i < past; i++) {',
    ...when(second, `      const along = ${at(second ?? '')};`),
    ...when(moved, `      if (stepSeen) ${moved}[i] = ${at(moved ?? '')} + step * along;`),
    ...(second
      ? [`      const base = ${base};`, '      const result = shareSeen ? base + share * along : base;']
      : [`      const result = ${base};`]),
    ...when(into, `      ${into}[i] = result;`),
    ...when(other, `      if (dotted) dot += result * ${at(other ?? '')};`),
    ...when(squares, `      if (${squares} !== undefined) dot += result * (${at(squares ?? '')} * result);`),
    ...when(sums.has('t'), '      if (normed) norm += result * result;'),
    '    }',
    ...when(
      sums.size,
      ...when(
        rows.some((row) => row.sums.length === 0),
        `    if (${[...sums].map((sum) => (sum === 's' ? '!dotted' : '!normed')).join(' && ')}) continue;`,
      ),
      `    sums[2 * block] = ${sums.has('s') ? 'dot' : '0'};`,
      `    sums[2 * block + 1] = ${sums.has('t') ? 'norm' : '0'};`,
    ),
    '  }',
    '}',
    '',
  ];
}

/** The functions of JavaScript, as js/pass.ts has them. */
export const JS_PASSES: readonly string[] = [...new Set(VECTOR_PASSES.map(({ operation }) => operation))].flatMap(
  functionText,
);

const real = (name: string): string => `${name}[2 * i]`;
const imaginary = (name: string): string => `${name}[2 * i + 1]`;

/** The parts of a factor times an element. One without an imaginary part multiplies as a real number: an infinity stays in its part. */
function timesText(factor: string, re: string, im: string): readonly [re: string, im: string] {
  const isReal = `${factor}Imaginary === 0`;
  return [
    `(${isReal} ? ${factor} * ${re} : ${factor} * ${re} - ${factor}Imaginary * ${im})`,
    `(${isReal} ? ${factor} * ${im} : ${factor} * ${im} + ${factor}Imaginary * ${re})`,
  ];
}

/** The same as {@link factorText} in pairs. */
function pairFactorText(name: string, { of, over, times }: VectorFactor): readonly string[] {
  const pair = over === undefined ? `args.${of}` : `quotientOf(args.${of}, args.${over})`;
  const [host, imaginary] = typeof times === 'string' ? [`args.${times}`, `args.${times}Imaginary`] : [times ?? 1, 0];
  const given = typeof times === 'string' ? `(${host} !== 0 || ${imaginary} !== 0) && ` : '';
  return [
    `  const ${name}Pair = ${pair};`,
    `  const ${name}Seen = ${given}(${name}Pair[0] !== 0 || ${name}Pair[1] !== 0);`,
    `  const [${name}, ${name}Imaginary] = scaled(${host}, ${imaginary}, ${name}Pair);`,
  ];
}

/** The function of an operation in pairs. Sums conjugate what is not the result, s ← zᴴ·result, unless the number `unconjugated` is 1. */
function pairFunctionText(operation: string): readonly string[] {
  const rows = VECTOR_PASSES.filter((row) => row.operation === operation);
  const all: VectorPass = Object.assign({}, ...rows);
  const { first, by, second, share, moved, step, into, other, squares, weights } = all;
  const sums = new Set(rows.flatMap((row) => row.sums));
  const vectors = new Set([first, second, moved, into, other, squares, weights].filter((name) => name !== undefined));
  const isWeighted = rows.every((row) => row.weights);
  const weighted = (re: string, im: string, a: string, b: string): readonly [string, string] => [
    `${a} * ${re} - ${b} * ${im}`,
    `${a} * ${im} + ${b} * ${re}`,
  ];
  const [re, im] = [real(first), imaginary(first)];
  const base = (): readonly [string, string] => {
    if (by) {
      const [a, b] = timesText('by', re, im);
      return [`bySeen ? ${a} : unseen`, `bySeen ? ${b} : unseen`];
    }
    if (weights === undefined) return [re, im];
    const [a, b] = weighted(re, im, real(weights), imaginary(weights));
    return isWeighted ? [a, b] : [`${weights} === undefined ? ${re} : ${a}`, `${weights} === undefined ? ${im} : ${b}`];
  };
  const [baseReal, baseImaginary] = base();
  const [shareReal, shareImaginary] = timesText('share', 'along', 'alongImaginary');
  const [stepReal, stepImaginary] = timesText('step', 'along', 'alongImaginary');
  return [
    `export function ${operation}(args: ${isWeighted ? 'Arguments & { d: ValueArray }' : 'Arguments'}): void {`,
    `  const { ${[...vectors].join(', ')}, ${sums.size > 0 ? 'scratch, ' : ''}numbers, sizes, begin, end } = args;`,
    ...(by ? pairFactorText('by', by) : []),
    ...(share ? pairFactorText('share', share) : []),
    ...(step ? pairFactorText('step', step) : []),
    ...when(by, `  const unseen = ${share ? 'shareSeen ? -0 : 0' : '0'};`),
    "  const blockSize = numbers['blockSize'];",
    "  const n = sizes['n'];",
    ...when(sums.size, "  const sums = scratch['sums'] as Float64Array;"),
    ...when(other, '  const dotted = args.s !== undefined;', "  const sign = numbers['unconjugated'] === 1 ? -1 : 1;"),
    ...when(sums.has('t'), '  const normed = args.t !== undefined;'),
    '  for (let block = begin; block < end; block++) {',
    '    const past = Math.min(n, (block + 1) * blockSize);',
    ...when(sums.has('s'), '    let dot = 0;', '    let dotImaginary = 0;'),
    ...when(sums.has('t'), '    let norm = 0;'),
    '    for (let i = block * blockSize; i < past; i++) {',
    ...when(
      second,
      `      const along = ${real(second ?? '')};`,
      `      const alongImaginary = ${imaginary(second ?? '')};`,
    ),
    ...when(
      moved,
      '      if (stepSeen) {',
      `        ${real(moved ?? '')} = ${real(moved ?? '')} + ${stepReal};`,
      `        ${imaginary(moved ?? '')} = ${imaginary(moved ?? '')} + ${stepImaginary};`,
      '      }',
    ),
    ...(second
      ? [
          `      const base = ${baseReal};`,
          `      const baseImaginary = ${baseImaginary};`,
          `      const result = shareSeen ? base + ${shareReal} : base;`,
          `      const resultImaginary = shareSeen ? baseImaginary + ${shareImaginary} : baseImaginary;`,
        ]
      : [`      const result = ${baseReal};`, `      const resultImaginary = ${baseImaginary};`]),
    ...when(
      other,
      `      const beside = dotted ? ${real(other ?? '')} : 0;`,
      `      const besideImaginary = dotted ? sign * ${imaginary(other ?? '')} : 0;`,
    ),
    ...when(into, `      ${real(into ?? '')} = result;`, `      ${imaginary(into ?? '')} = resultImaginary;`),
    ...when(
      other,
      '      if (dotted) {',
      '        dot += beside * result + besideImaginary * resultImaginary;',
      '        dotImaginary += beside * resultImaginary - besideImaginary * result;',
      '      }',
    ),
    ...when(sums.has('t'), '      const size = result * result + resultImaginary * resultImaginary;'),
    ...when(
      squares,
      `      if (${squares} !== undefined) {`,
      `        dot += ${real(squares ?? '')} * size;`,
      `        dotImaginary += ${imaginary(squares ?? '')} * size;`,
      '      }',
    ),
    ...when(sums.has('t'), '      if (normed) norm += size;'),
    '    }',
    ...when(
      sums.size,
      ...when(
        rows.some((row) => row.sums.length === 0),
        `    if (${[...sums].map((sum) => (sum === 's' ? '!dotted' : '!normed')).join(' && ')}) continue;`,
      ),
      `    sums[4 * block] = ${sums.has('s') ? 'dot' : '0'};`,
      `    sums[4 * block + 1] = ${sums.has('s') ? 'dotImaginary' : '0'};`,
      `    sums[4 * block + 2] = ${sums.has('t') ? 'norm' : '0'};`,
      '    sums[4 * block + 3] = 0;',
    ),
    '  }',
    '}',
    '',
  ];
}

/** The functions of JavaScript in pairs, as js/pairs.generated.ts has them. */
export const JS_PAIR_PASSES: readonly string[] = [...new Set(VECTOR_PASSES.map(({ operation }) => operation))].flatMap(
  pairFunctionText,
);
