import type { GpuSource } from '@spmv/core';
import type { NamedBuffer } from '@spmv/kernel-kit';
import { fileText, groupSumsText, reads, sumsOf, writes } from '@spmv/kernel-kit';
import type { ProductEnding } from '../endings.ts';

const TERM = { s: 'product(result, z[row])', t: 'product(result, result)' } as const;

/** What an ending declares and is: its buffers besides y, words that its text needs, and the text. */
export function endingText(ending: ProductEnding): {
  readonly buffers: readonly NamedBuffer[];
  readonly words: string;
  readonly texts: readonly GpuSource[];
} {
  const endRow = fileText(new URL('../../src/kernels/end-row.wgsl', import.meta.url));
  if (ending === 'axpy') {
    const update = fileText(new URL('../../src/kernels/end-in-update.wgsl', import.meta.url));
    return { buffers: [reads('gamma', 'Value'), writes('w')], words: '', texts: [endRow, update] };
  }
  const sums = sumsOf(ending);
  const terms = sums.map((name, n) => `  own[${n}] = addSums(own[${n}], ${TERM[name]});\n`);
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
