import type { GpuSource, Precision } from '@spmv/core';
import type { NamedBuffer } from '@spmv/kernel-kit';
import { fileText, groupSumsText, hasPairs, reads, sumsOf, writes } from '@spmv/kernel-kit';
import type { ProductEnding } from '../endings.ts';

const REAL = {
  s: 'product(result, z[row])',
  t: 'product(result, result)',
  timesGamma: 'product(gamma[0], sum)',
} as const;
// A compiler that contracts one of two products leaves an imaginary part of a square; a factor without one multiplies as a real number.
const PAIRS = {
  s: 'product(result, conjugated(z[row]))',
  t: 'vec2<f32>(dot(result, result), 0.0)',
  timesGamma: 'scaled(gamma[0].x, gamma[0].y, sum)',
} as const;

/** What an ending declares and is: its buffers besides y, words that its text needs, and the text. */
export function endingText(
  ending: ProductEnding,
  precision: Precision,
): {
  readonly buffers: readonly NamedBuffer[];
  readonly words: string;
  readonly texts: readonly GpuSource[];
} {
  const endRow = fileText(new URL('../../src/kernels/end-row.wgsl', import.meta.url));
  const formulas = hasPairs(precision) ? PAIRS : REAL;
  if (ending === 'axpy') {
    const update = fileText(new URL('../../src/kernels/end-in-update.wgsl', import.meta.url));
    return {
      buffers: [reads('gamma', 'Value'), writes('w')],
      words: `fn timesGamma(sum: Sum) -> Sum {\n  return ${formulas.timesGamma};\n}\n`,
      texts: [endRow, update],
    };
  }
  const sums = sumsOf(ending);
  const terms = sums.map((name, n) => `  own[${n}] = addSums(own[${n}], ${formulas[name]});\n`);
  return {
    buffers: [...(sums.includes('s') ? [reads('z', 'Value')] : []), writes('sums', 'Sum', 'scratch.sums')],
    words: `const SUMS = ${sums.length}u;\nfn addTerms(row: u32, result: Sum) {\n${terms.join('')}}\n`,
    texts: [
      endRow,
      fileText(groupSumsText()),
      fileText(new URL('../../src/kernels/end-in-sums.wgsl', import.meta.url)),
    ],
  };
}
