import type { WgslDispatch } from '@spmv/core';
import { boundTexts, fileText, reads, writes } from './bound-texts.ts';

/** The text that adds up what the threads of a workgroup keep in `own`: it defines `endGroup`. */
export function groupSumsText(): URL {
  return new URL('../../wgsl/group-sums.wgsl', import.meta.url);
}

const totalText = (): URL => new URL('../../wgsl/total.wgsl', import.meta.url);

/** The dispatch that adds up what `groups` workgroups left in `scratch.sums` into operands of these names; none where there are none. */
export function totalDispatches(sums: readonly string[], groups: number, blockSize: number): readonly WgslDispatch[] {
  if (sums.length === 0) return [];
  const buffers = [reads('sums', 'Sum', 'scratch.sums'), ...sums.map((name) => writes(name))];
  const puts = sums.map((name, n) => `  if (n == ${n}) { ${name}[0] = narrowed(sum); }\n`);
  const words = `const SUMS = ${sums.length}u;\nfn put(n: u32, sum: Sum) {\n${puts.join('')}}\n`;
  return [
    {
      entryPoint: 'total',
      ...boundTexts(buffers, words, [fileText(totalText())]),
      constants: { blockSize },
      numbers: [groups],
      groups: 1,
    },
  ];
}
