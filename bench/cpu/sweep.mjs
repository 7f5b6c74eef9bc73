// The thread sweep as CSV: 1, 2, 4 … threads and past the cores, ours and OpenMP's.
// Usage: node bench/cpu/sweep.mjs [--only REGEX] [--matrices FOLDER] [--threads 1,2,4] [--out FILE]
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { hashOf, matrixList } from './matrices.mjs';
import { measure } from './measure.mjs';
import { core, serial, threads as threadsBackend } from './packages.mjs';
import { provenance } from './provenance.mjs';
import { gflops, median } from './statistics.mjs';

const cores = availableParallelism();
const powers = [1, 2, 4, 8, 16, 32, 64, 128].filter((t) => t < cores);
const { values: given } = parseArgs({
  options: {
    only: { type: 'string', default: '^(stencil27-96|stencil27-32|random-500k-16)$' },
    matrices: { type: 'string' },
    threads: { type: 'string', default: [...powers, cores, cores + Math.ceil(cores / 2), 2 * cores].join(',') },
    out: { type: 'string' },
  },
});
const backends = { serial: await core.openBackend(serial), threads: await core.openBackend(threadsBackend) };
const from = provenance();
const origin = [from.commit, `"${from.cpu}"`, from.node, from.date].join(',');
const lines = ['matrix,nnz,hash,threads,cores,who,median_us,min_us,gflops,commit,cpu,node,date'];
for (const { name, load } of matrixList(given.matrices, new RegExp(given.only), 1)) {
  const coo = await load();
  if (!coo) continue;
  const nnz = coo.values.length;
  const hash = hashOf(coo);
  for (const team of given.threads.split(',').map(Number)) {
    for (const { label, samples } of await measure(coo, backends, team, { rounds: 3, turnMs: 10, serial: false })) {
      const us = median(samples);
      lines.push(
        [
          name,
          nnz,
          hash,
          team,
          cores,
          label,
          us.toFixed(2),
          Math.min(...samples).toFixed(2),
          gflops(nnz, us).toFixed(3),
          origin,
        ].join(','),
      );
    }
    if (given.out) writeFileSync(given.out, `${lines.join('\n')}\n`);
    process.stderr.write(`${name} ${team}\n`);
  }
}
await backends.threads.dispose();
await backends.serial.dispose();
if (!given.out) process.stdout.write(`${lines.join('\n')}\n`);
