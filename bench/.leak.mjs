import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
const ab = () => (process.memoryUsage().arrayBuffers / 1e6).toFixed(1);
const threads = Number(process.argv[3]);
async function get() {
  const file = await readMatrixMarketFile(process.argv[2], { threads });
  return toCoo(file);
}
const coo = await get();
for (let i = 0; i < 6; i++) {
  await new Promise((r) => setTimeout(r, 100));
  gc();
  console.log('ab', ab());
}
import v8 from 'node:v8';
if (process.argv[4]) v8.writeHeapSnapshot(process.argv[4]);
console.log(coo.values.length);
