// What memory a process keeps after operators were made and disposed of: prints bytes for each, or why the kernel is unavailable.
// Usage: node --expose-gc --max-semi-space-size=1 kept-bytes.ts KERNEL COUNT SIZE   (COUNT operators of a diagonal matrix of SIZE rows)
import { buildMatrix, cooFromEntries, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { plugin as formats } from '@spmv/formats';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plugin } from '../src/index.ts';

const id = process.argv[2] ?? '';
const [count = 0, size = 0] = process.argv.slice(3).map(Number);
const registry = createRegistry([formats, plugin]);
const diagonal = Array.from({ length: size }, (_, i) => i);
const entries = { rowIndex: diagonal, colIndex: diagonal, values: diagonal };
const matrix = buildMatrix(registry.format('csr'), cooFromEntries({ rows: size, cols: size }, entries));
const backend = await openBackend(serial);
const [x, y] = [backend.vector(new Float64Array(size).fill(1)), backend.vector(size)];

async function make(times: number): Promise<void> {
  for (let k = 0; k < times; k++) {
    const operator = await backend.prepare({ operation: spmv, kernel: registry.kernel(id), matrix });
    operator.apply(x, y);
    await operator.dispose();
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

try {
  // Rounds of one length: the heap of JavaScript and pools of the C library grow to what a round needs, then no more.
  const kept: number[] = [];
  for (let round = 0; round < 4; round++) {
    await make(count / 2);
    kept.push(await bytesKept());
  }
  if ((await y.read()).at(-1) !== size - 1) throw new Error('The product is wrong.');
  process.stdout.write(JSON.stringify({ each: ((kept[3] as number) - (kept[1] as number)) / count }));
} catch (error) {
  if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
  process.stdout.write(JSON.stringify({ unavailable: error.message, fix: error.fix }));
}
await backend.dispose();
