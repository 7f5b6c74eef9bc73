// Leaves matrices to the collector, as a program with leaks does, and prints who was told of which. Run with --expose-gc.
import process from 'node:process';
import type { Leak } from 'spmv';
import { openMatrix } from 'spmv';

declare function gc(): void;

const leaks: Leak[] = [];
const onLeak = (leak: Leak): void => void leaks.push(leak);
const dense = (n: number): Float64Array[] => Array.from({ length: n }, () => new Float64Array(n).fill(1));

async function leavesOne(): Promise<void> {
  const A = await openMatrix(dense(2), { backend: 'serial', onLeak });
  await A.multiply([1, 2]);
}
async function leavesPart(): Promise<void> {
  await using A = await openMatrix(dense(3), { backend: 'serial', onLeak });
  A.slice({ rows: { from: 0, to: 1 } });
}
async function leavesProduct(): Promise<void> {
  await using A = await openMatrix(dense(4), { backend: 'serial', onLeak });
  await A.multiply(A);
}
async function leavesNone(): Promise<void> {
  await using A = await openMatrix(dense(5), { backend: 'serial', onLeak });
  await A.T.scale(2).dispose();
}
async function leavesUnwatched(): Promise<void> {
  await openMatrix(dense(6), { backend: 'serial' });
}

await leavesOne();
await leavesPart();
await leavesProduct();
await leavesNone();
await leavesUnwatched();
const held = await openMatrix(dense(7), { backend: 'serial', onLeak });
const T = (await openMatrix(dense(8), { backend: 'serial', onLeak })).T;
// A collector needs not find all at once.
for (let i = 0; i < 50 && leaks.length < 3; i++) {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
gc();
await new Promise((resolve) => setTimeout(resolve, 20));
process.stdout.write(JSON.stringify(leaks));
await held.dispose();
await T.dispose();
