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
