// Where the time of a product of backend petsc goes: from Node to the ranks, in PETSc by the slowest rank, and back to Node, beside a loop of the same ranks that waits for nobody.
// Usage: node bench/petsc/parts.ts OUT [--ranks 1,2,4,8,15] [--seconds 0.4] [--rounds 2] [--spin MICROSECONDS] [MATRIX…]      writes OUT/parts.md as it goes
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMatrix } from '@spmv/core';
import { csr } from '@spmv/formats';
import { loadMatrix } from '../cg/matrix.ts';
import { median, onTop, petscPlugin } from './programs.ts';

const MATRICES = [
  'gen:stencil5?n=150',
  'gen:stencil5?n=1000',
  'gen:stencil27?n=80',
  'gen:random?rows=200000&perRow=20',
];
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ranks: { type: 'string' },
    seconds: { type: 'string', default: '0.4' },
    rounds: { type: 'string', default: '2' },
    spin: { type: 'string', default: '1000' },
    oversubscribe: { type: 'boolean', default: false },
  },
});
const [out = '.', ...given] = positionals;
const counts = flags.ranks?.split(',').map(Number) ?? [1, 2, 4, 8, 15].filter((p) => p < availableParallelism());
const options = { allowRoot: true, oversubscribe: flags.oversubscribe, spinMicroseconds: Number(flags.spin) };
const line = (text: string): void => appendFileSync(join(out, 'parts.md'), `${text}\n`);
const { productTimes } = await petscPlugin();
const us = (value: number): string => value.toPrecision(3);

line(`Medians in µs, a round each; looks of ${flags.spin} µs. On top: publish and notice.\n`);
line('| matrix | ranks | loop | all | on top | 9 of 10 below | publish | product | late begin | late end | notice |');
line('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const source of given.length > 0 ? given : MATRICES) {
  const matrix = buildMatrix(csr, await loadMatrix(source));
  for (const ranks of counts)
    for (let round = 0; round < Number(flags.rounds); round++) {
      const times = await productTimes(matrix, Number(flags.seconds), { ...options, ranks });
      const { loop, total, publish, product, lateBegin, lateEnd, notice } = times;
      const middle = [publish, product, lateBegin, lateEnd, notice].map((each) => us(median(each)));
      const extra = onTop(times);
      const most = extra.toSorted()[Math.floor(0.9 * extra.length)] ?? 0;
      line(
        `| \`${source}\` | ${ranks} | ${us(median(loop))} | ${us(median(total))} | ${us(median(extra))} | ${us(most)} | ${middle.join(' | ')} |`,
      );
    }
}
