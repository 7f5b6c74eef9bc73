import { readFileSync } from 'node:fs';
import process from 'node:process';
import { buildMatrix, openBackend, spmv } from '@spmv/core';
import type { Kernel } from '@spmv/core';
import { csr } from '@spmv/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { petscBackend } from '../src/descriptor.ts';
import { jobEnvironment } from '../src/job.ts';
import { petscKernels } from '../src/kernels.ts';
import { settingsOf } from '../src/options.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();
const [kernel] = petscKernels as readonly [Kernel];

/** Bytes of a process that no other has. */
function ownBytes(pid: number): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}

describe('memory of a rank', unless(lack), () => {
  it('holds a matrix once, and not what it was handed over in as well', async () => {
    const [rows, each] = [300_000, 12];
    const entries = rows * each;
    const coo = {
      shape: { rows, cols: rows },
      rowIndex: Int32Array.from({ length: entries }, (_, k) => Math.floor(k / each)),
      colIndex: Int32Array.from(
        { length: entries },
        (_, k) => Math.min(Math.floor(k / each), rows - each) + (k % each),
      ),
      values: new Float64Array(entries).fill(1),
    };
    const backend = await openBackend(petscBackend({ ranks: 1, allowRoot: true, oversubscribe: true }));
    try {
      const rank = Number(String(backend.device.details?.['processes']).split(' ')[1]);
      const before = ownBytes(rank);
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel });
      const [x, y] = [backend.vector(new Float64Array(rows).fill(1)), backend.vector(rows)];
      A.apply(x, y);
      expect((await y.read())[rows - 1]).toBe(each);
      // 12 bytes an entry, and less than 40 a row for what PETSc keeps of rows.
      const matrix = 12 * entries + 40 * rows;
      expect((ownBytes(rank) - before) / matrix).toBeGreaterThan(0.7);
      expect((ownBytes(rank) - before) / matrix).toBeLessThan(1.3);
    } finally {
      await backend.dispose();
    }
  });
});

describe('the environment of the ranks', () => {
  const before = process.env['GLIBC_TUNABLES'];
  afterEach(() => {
    if (before === undefined) delete process.env['GLIBC_TUNABLES'];
    else process.env['GLIBC_TUNABLES'] = before;
  });

  it('asks for large pages, unless somebody said something else to the C library', () => {
    const petsc = { version: '', mpi: '', mpiexec: '', environment: { OPAL_PREFIX: '/p' } };
    delete process.env['GLIBC_TUNABLES'];
    expect(jobEnvironment(petsc, settingsOf({}))).toMatchObject({
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
      OPAL_PREFIX: '/p',
      SPMV_PETSC_MEMORY: 'shared',
    });
    process.env['GLIBC_TUNABLES'] = 'glibc.malloc.check=0';
    expect(jobEnvironment(petsc, settingsOf({}))['GLIBC_TUNABLES']).toBe('glibc.malloc.check=0');
  });
});
