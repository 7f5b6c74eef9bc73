// What memory a process keeps after operators were made and disposed of: prints bytes for each, the median of rounds.
// Usage: node --expose-gc --max-semi-space-size=1 kept-bytes.ts COUNT [LOST]   (COUNT operators in a round; LOST bytes are kept for each on purpose)
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { plugin as formats } from '@spmv/formats';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plugin } from '../../src/index.ts';

const [count = 0, lost = 0] = process.argv.slice(2).map(Number);
const registry = createRegistry([formats, plugin]);
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
const matrix = buildMatrix(registry.format('csr'), coo);
const kernel = registry.kernel('native/csr');
const backend = await openBackend(serial);
const [x, y] = [backend.vector([1, 10, 100]), backend.vector(2)];
const kept: Uint8Array[] = [];

async function make(times: number): Promise<void> {
  for (let k = 0; k < times; k++) {
    const operator = await backend.prepare({ operation: spmv, kernel, matrix });
    operator.apply(x, y);
    await operator.dispose();
    if (lost > 0) kept.push(new Uint8Array(lost).fill(1));
  }
}

/** Bytes of memory that no file backs, after garbage was collected, and what waits for the event loop to let go of it. */
async function bytesKept(): Promise<number> {
  for (let k = 0; k < 3; k++) {
    globalThis.gc?.();
    await nextTurn();
  }
  return Number(/RssAnon:\s+(\d+) kB/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

// Rounds of one length: the heap of JavaScript and pools of the C library grow to what a round needs, and now and then by as much as suits them; what is lost, is lost in each.
const ROUNDS = 9;
const WARM = 2;
const bytes: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await make(count);
  bytes.push(await bytesKept());
}
const grown = bytes.slice(WARM).map((now, k) => (now - (bytes[WARM + k - 1] as number)) / count);
const [first, second] = await y.read();
if (first !== 201 || second !== 30) throw new Error('The product is wrong.');
if (kept.length !== (lost > 0 ? ROUNDS * count : 0)) throw new Error('Not as much was kept as was asked for.');
process.stdout.write(String(grown.toSorted((a, b) => a - b)[(grown.length - 1) / 2]));
await backend.dispose();
