import { openBackend, spmv, buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { petscBackend } from '../src/descriptor.ts';
import { petscKernels } from '../src/kernels.ts';
import type { PetscOptions } from '../src/options.ts';

/** A backend with ranks, a matrix of n × n on them and two vectors. */
export async function started(options: PetscOptions = {}, n = 1000) {
  const backend = await openBackend(petscBackend({ ranks: 2, allowRoot: true, oversubscribe: true, ...options }));
  const each = Array.from({ length: n }, (_, i) => i);
  const coo = cooFromEntries({ rows: n, cols: n }, { rowIndex: each, colIndex: each, values: each });
  const [kernel] = petscKernels;
  if (!kernel) throw new Error('there is a kernel');
  const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel });
  const [x, y] = [await backend.vector(new Float64Array(n).fill(1)), await backend.vector(n)];
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
