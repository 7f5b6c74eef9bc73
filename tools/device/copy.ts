// Long copies leave Node's pool alone: files are read meanwhile, with one thread in the pool. Prints a line of JSON.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import type { Vector } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';

const BYTES = 2 ** 29;
const COPIES = 8;
const backend = await openBackend(cuda);
const host = new Float32Array(BYTES / 4).fill(1);
const vectors: Vector[] = [];
for (let k = 0; k < 4; k++) vectors.push(backend.vector(BYTES / 4, 'f32'));
const state = { copying: true };
const begin = performance.now();
const copies = Promise.all(
  Array.from({ length: COPIES }, async (_, k) => {
    const vector = vectors[k % 4];
    await (k % 2 === 0 ? vector?.write(host) : vector?.read(new Float32Array(BYTES / 4)));
  }),
);
const done = copies.then(() => (state.copying = false));
let reads = 0;
let slowest = 0;
while (state.copying) {
  const start = performance.now();
  await readFile(import.meta.filename);
  // One that ended after the copies says nothing.
  if (state.copying) reads++;
  slowest = Math.max(slowest, performance.now() - start);
}
await done;
const copyMs = performance.now() - begin;
await backend.dispose();
process.stdout.write(
  `${JSON.stringify({ poolThreads: process.env['UV_THREADPOOL_SIZE'] ?? '4', copiedBytes: COPIES * BYTES, copyMs: Math.round(copyMs), filesReadMeanwhile: reads, slowestReadMs: Math.round(slowest) })}\n`,
);
process.exitCode = reads > 0 ? 0 : 1;
