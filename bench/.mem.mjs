import { openMatrix } from 'spmv';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { readFileSync } from 'node:fs';
const mem = (n) =>
  Math.round(
    Number(new RegExp('^' + n + ':\\s+(\\d+)', 'mu').exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024,
  );
const src = { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2] };
for (const backend of ['serial', 'threads']) {
  await using s = await openMatrix(src, { backend, trials: 2 });
  await s.multiply([1, 1]);
}
const base = mem('VmRSS');
const say = (w) =>
  console.log(
    w,
    'rss',
    mem('VmRSS') - base,
    'peak',
    mem('VmHWM') - base,
    JSON.stringify(Object.fromEntries(Object.entries(process.memoryUsage()).map(([k, v]) => [k, Math.round(v / 1e6)]))),
  );
say('start');
let file = await readMatrixMarketFile(process.argv[2]);
say('read');
let coo = toCoo(file);
file = undefined;
say('coo');
await new Promise((r) => setTimeout(r, 200));
say('later');
globalThis.gc?.();
say('gc');
const t = performance.now();
const m = await openMatrix(
  { shape: coo.shape, rowStart: coo.rowStart, colIndex: coo.colIndex, values: coo.values },
  { trials: 0 },
);
say('open arrays');
