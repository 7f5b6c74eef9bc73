import { openMatrix } from 'spmv';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { readFileSync } from 'node:fs';
const mem = (n) =>
  1024 * Number(new RegExp('^' + n + ':\\s+(\\d+)', 'mu').exec(readFileSync('/proc/self/status', 'utf8'))[1]);
const src = { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2] };
for (const backend of ['serial', 'threads']) {
  await using s = await openMatrix(src, { backend, trials: 2 });
  await s.multiply([1, 1]);
}
const coo = toCoo(await readMatrixMarketFile(process.argv[2]));
const source = { shape: coo.shape, rowIndex: coo.rowIndex, colIndex: coo.colIndex, values: coo.values };
const b = mem('VmRSS'),
  c0 = process.cpuUsage(),
  t0 = performance.now();
const A = await openMatrix(source, { backend: 'threads', params: { threads: 16 }, trials: 0 });
const xx = new Float64Array(A.shape.cols).fill(1);
const th = () => readFileSync('/proc/self/status', 'utf8').match(/Threads:\s+(\d+)/)[1];
const a = th();
const p0 = performance.now();
await A.multiply(xx);
console.log('product', performance.now() - p0, 'threads', a);
await new Promise((r) => setTimeout(r, 4000));
const c = process.cpuUsage(c0);
console.log(
  'threads',
  th(),
  JSON.stringify({
    cpu: Math.round((c.user + c.system) / 1000),
    wall: Math.round(performance.now() - t0),
    peakMB: Math.round((mem('VmHWM') - b) / 1e6),
  }),
);
process.exit(0);
