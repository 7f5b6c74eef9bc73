import type { SparseFormat, Kernel } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { CaseReport } from '../src/index.ts';
import { formatCases, kernelCases } from '../src/index.ts';
import { runCases } from './run-kit.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import { toyKernel } from './toy/toy-kernel.ts';

/** A toy format that only sees in `build` what it cannot store. */
function picky(fix = 'Store it in csr.'): SparseFormat {
  const { build } = toyFormat;
  return {
    ...toyFormat,
    build: (...given: Parameters<typeof build>) => {
      if (given[0].shape.cols > 30) throw new SpmvError('FORMAT.REFUSED', 'more than 30 columns', { fix });
      return build(...given);
    },
  } as never;
}

async function reports(cases: Parameters<typeof runCases>[0]): Promise<readonly CaseReport[]> {
  return (await runCases(cases, { subject: 'toy' })).cases;
}

describe('a refusal', () => {
  it('of build is refused, for the cases of the format and for those of its kernels', async () => {
    const all = [
      ...(await reports(formatCases(picky()))),
      ...(await reports(kernelCases({ kernel: toyKernel as Kernel, format: picky(), backend: toyBackend() }))),
    ];
    expect(all.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(all.find(({ id }) => id === 'toy/padded/storage/wide')).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('more than 30 columns') as string,
    });
    expect(all.find(({ id }) => id.endsWith('/f64/product/wide'))).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('more than 30 columns') as string,
    });
    expect(all.find(({ id }) => id.endsWith('/f64/product/tall'))?.status).toBe('passed');
  });

  it('of program or analyse is refused in every case, also where the kit asks the kernel itself', async () => {
    const narrow = {
      ...toyKernel,
      analyse: ({ shape }: { shape: { cols: number } }) => {
        if (shape.cols > 30) throw new SpmvError('KERNEL.REFUSED', 'rows too wide', { fix: 'Choose another kernel.' });
        return {};
      },
    } as never;
    const all = await reports(kernelCases({ kernel: narrow, format: toyFormat as never, backend: toyBackend() }));
    expect(all.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(all.find(({ id }) => id.endsWith('/f64/product/wide'))?.reason).toContain('rows too wide');
  });

  it('without a fix is no refusal', async () => {
    const found = (await reports(formatCases(picky('')))).find(({ id }) => id === 'toy/padded/storage/wide');
    expect(found).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('A refusal has a reason and a fix') as string,
    });
  });

  it('is not what any other error of build is', async () => {
    const broken = {
      ...toyFormat,
      build: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    } as never;
    expect((await reports(formatCases(broken))).find(({ id }) => id === 'toy/padded/storage/wide')?.status).toBe(
      'failed',
    );
    expect(
      (await reports(kernelCases({ kernel: toyKernel as Kernel, format: broken, backend: toyBackend() }))).find(
        ({ id }) => id.endsWith('/f64/product/wide'),
      )?.status,
    ).toBe('failed');
  });
});
