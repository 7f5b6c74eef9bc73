// One contender in JavaScript. Usage: contender.mjs spmv|split FILE THREADS RUNS read|write. Prints seconds, then peak memory as JSON.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import process from 'node:process';
import { writeMatrixMarket } from '../../packages/mmio/src/index.ts';
import { readMatrixMarketFile } from '../../packages/mmio/src/node/index.ts';
import { peakMemory } from '../../packages/mmio/tools/peak-memory.ts';

const [who, path, threads, runs, operation] = process.argv.slice(2);

function readBySplit() {
  const lines = readFileSync(path, 'utf8').split('\n');
  const [rows, cols, entries] = lines[1].split(' ').map(Number);
  const pattern = lines[0].includes('pattern');
  const rowIndex = new Int32Array(entries);
  const colIndex = new Int32Array(entries);
  const values = new Float64Array(pattern ? 0 : entries);
  for (let k = 0; k < entries; k++) {
    const [i, j, value] = lines[k + 2].split(' ');
    rowIndex[k] = Number(i) - 1;
    colIndex[k] = Number(j) - 1;
    if (!pattern) values[k] = Number(value);
  }
  return { shape: { rows, cols }, rowIndex, colIndex, values };
}

function* writeByString({ header, rowIndex, colIndex, values }) {
  yield `%%MatrixMarket matrix coordinate ${header.field} general\n${header.rows} ${header.cols} ${rowIndex.length}\n`;
  for (let k = 0; k < rowIndex.length; k += 4096) {
    let text = '';
    for (let e = k; e < Math.min(k + 4096, rowIndex.length); e++) {
      text +=
        values.length === 0
          ? `${rowIndex[e] + 1} ${colIndex[e] + 1}\n`
          : `${rowIndex[e] + 1} ${colIndex[e] + 1} ${values[e]}\n`;
    }
    yield text;
  }
}

const out = `${path}.js.out`;
const matrix = operation === 'write' ? await readMatrixMarketFile(path, { threads: 1 }) : undefined;

async function once() {
  if (operation === 'read')
    return who === 'split' ? readBySplit() : readMatrixMarketFile(path, { threads: Number(threads) });
  const file = openSync(out, 'w');
  for (const chunk of who === 'split' ? writeByString(matrix) : writeMatrixMarket(matrix)) writeSync(file, chunk);
  closeSync(file);
}

const before = peakMemory();
await once();
const peak = peakMemory();
for (let run = 0; run < Number(runs); run++) {
  const start = performance.now();
  await once();
  process.stdout.write(`${(performance.now() - start) / 1000}\n`);
}
if (operation === 'write') rmSync(out);
process.stdout.write(`${JSON.stringify({ firstRunMemoryBytes: peak - before })}\n`);
