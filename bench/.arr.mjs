// arrays/file opening profiled alone: node arr.mjs KIND FILE TRIALS
import inspector from 'node:inspector/promises';
import { openMatrix } from 'spmv';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { writeFileSync, mkdirSync } from 'node:fs';
const [kind, path, trials] = process.argv.slice(2);
const src = { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2] };
for (const backend of ['serial', 'threads']) {
  await using s = await openMatrix(src, { backend, trials: 2 });
  await s.multiply([1, 1]);
}
const coo = kind === 'arrays' ? toCoo(await readMatrixMarketFile(path)) : undefined;
const source = coo && { shape: coo.shape, rowIndex: coo.rowIndex, colIndex: coo.colIndex, values: coo.values };
const s = new inspector.Session();
s.connect();
await s.post('Profiler.enable');
await s.post('Profiler.setSamplingInterval', { interval: 250 });
await s.post('Profiler.start');
const m = await openMatrix(source ?? path, { trials: Number(trials) });
const { profile } = await s.post('Profiler.stop');
mkdirSync('/tmp/w/t-fp7/prof', { recursive: true });
writeFileSync('/tmp/w/t-fp7/prof/a.cpuprofile', JSON.stringify(profile));
console.log(m.plan.kernel, m.plan.backend, m.plan.seconds);
process.exit(0);
