import { openBackend, spmv, buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { petscBackend } from '../src/descriptor.ts';
import { petscKernels } from '../src/kernels.ts';
import type { PetscOptions } from '../src/options.ts';

/** A backend with ranks, a matrix of n × n on them, whose halves need all of x from one another, and two vectors. */
export async function started(options: PetscOptions = {}, n = 1000) {
  const backend = await openBackend(petscBackend({ ranks: 2, allowRoot: true, oversubscribe: true, ...options }));
  const each = Array.from({ length: n }, (_, i) => i);
  const coo = cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: each, colIndex: each.map((i) => (i + n / 2) % n), values: each },
  );
  const [kernel] = petscKernels;
  if (!kernel) throw new Error('there is a kernel');
  const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel });
  const [x, y] = [backend.vector(new Float64Array(n).fill(1)), backend.vector(n)];
  const processes = String(backend.device.details?.['processes']).split(' ').map(Number);
  return { backend, A, x, y, ranks: processes.slice(1), job: processes[0] ?? 0, processes };
}

/** Whether a process computes or waits; a zombie does not. */
export function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  try {
    return existsSync(file) && !/\) [ZX] /u.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until none of these processes is left; those that are after ten seconds. */
export async function leftOf(processes: readonly number[]): Promise<readonly number[]> {
  for (let k = 0; k < 100 && processes.some(isRunning); k++) await pause(100);
  return processes.filter(isRunning);
}

// As a program: says its processes and computes until it is ended.
if (process.argv[2] === 'compute') {
  const { A, x, y, processes } = await started();
  process.stdout.write(`${processes.join(' ')}\n`);
  for (;;) {
    for (let k = 0; k < 100; k++) A.apply(x, y);
    if (process.argv[3] === 'idle') await pause(1e6);
    await pause(0);
  }
}

// As a program: fills the file system of a folder with vectors, and says what became of it.
if (process.argv[2] === 'fill') {
  const { backend, A, x, y: full, processes } = await started({ folder: process.argv[3] ?? '' }, 40_000);
  const vectors: { dispose(): unknown }[] = [];
  let refused: unknown;
  // Down to the last page.
  for (let length = 2 ** 18; length >= 512 && vectors.length < 1000;) {
    try {
      vectors.push(backend.vector(length));
    } catch (error) {
      refused ??= error;
      length /= 2;
    }
  }
  // Messages between ranks need memory there, too.
  for (let k = 0; k < 100; k++) A.apply(x, full);
  const sums = (await full.read())[999];
  await vectors.pop()?.dispose();
  const again = backend.vector(512).length === 512;
  for (const vector of vectors) await vector.dispose();
  const z = backend.vector(40_000);
  for (let k = 0; k < 100; k++) A.apply(x, z);
  const { code, message } = refused as { readonly code?: string; readonly message?: string };
  const last = (await z.read())[999];
  await backend.dispose();
  const left = await leftOf(processes);
  process.stdout.write(JSON.stringify({ code, message, sums, again, last, left }));
}
