import type { CudaLaunchProgram, DeviceInfo, Kernel, KernelContext, Params, Precision, SparseFormat } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { buildMatrix, cooFromEntries, headerOf, kernelContext } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cudaCsr, cudaPacked, cudaSell, fused } from '../src/index.ts';
import { needs, needsFull } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

const KERNELS = [cudaCsr, cudaSell, cudaPacked].flatMap(
  (endings) => Object.values(endings) as unknown as readonly Kernel<'cuda'>[],
);
const FORMATS = { csr, sell, packed } as unknown as Readonly<Record<string, SparseFormat>>;
const formatOf = ({ format = '' }: Kernel): SparseFormat => FORMATS[format] as SparseFormat;
const STEMS = ['fused-csr', 'fused-sell', 'fused-packed'].flatMap((stem) => [stem, `${stem}-complex`]);
const built = (file: string): string => fileURLToPath(new URL(`../dist/kernels/${file}`, import.meta.url));

/** Rows of 3, 0 and 2 entries. */
const coo = cooFromEntries(
  { rows: 3, cols: 4 },
  { rowIndex: [0, 0, 0, 2, 2], colIndex: [0, 1, 3, 1, 2], values: [1, 2, 3, 4, 5] },
);
const device: DeviceInfo = {
  name: 'd',
  kind: 'gpu',
  precisions: ['f64', 'f32'],
  capabilities: [],
  limits: { compute: 90, multiprocessors: 132, maxSharedBytes: 232_448, maxThreadsPerBlock: 1024 },
};

function contextOf(kernel: Kernel, precision: Precision = 'f64'): KernelContext {
  const matrix = headerOf(buildMatrix(formatOf(kernel), coo, { valueType: precision === 'f64' ? 'f64' : 'f32' }));
  return kernelContext(fused, kernel, { matrix, device, precision: { precision, accumulator: precision } });
}

function kernelOf(id: string): Kernel<'cuda'> {
  const found = KERNELS.find((kernel) => kernel.id === id);
  if (!found) throw new RangeError(`no kernel ${id}`);
  return found;
}

describe('machine code', needs('nvcc'), () => {
  it.each(STEMS.flatMap((stem) => ['sm_75', 'sm_80', 'sm_90'].map((to) => [stem, to] as const)))(
    'of %s for %s is made without spilling',
    { ...needsFull('ptxas', 'nvcc'), timeout: 600_000 },
    (stem, architecture) => {
      const output = join(mkdtempSync(join(tmpdir(), 'spmv-fused-')), 'out.cubin');
      const command = `ptxas -v -arch=${architecture} '${built(`${stem}.ptx`)}' -o '${output}' 2>&1`;
      const report = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
      const spills = [...report.matchAll(/(\d+) bytes spill stores/g)].map(([, bytes]) => Number(bytes));
      expect(spills.length).toBeGreaterThan(0);
      expect(new Set(spills)).toEqual(new Set([0]));
    },
  );
});

const session = createSession(cuda);
register(
  await triable(
    [cuda],
    KERNELS.flatMap((kernel) =>
      kernelCases({
        kernel: kernel as unknown as Kernel,
        format: formatOf(kernel),
        operation: fused,
        backend: cuda,
        session,
      }),
    ),
  ),
  runner,
);

describe('launches', () => {
  const params: Params = { capacity: 256, blockSize: 128, inFlight: '8' };

  it('a second launch adds up what the blocks of the first left, but for an update', () => {
    const namesOf = (id: string): readonly string[] =>
      (kernelOf(id).program(contextOf(kernelOf(id)), params) as CudaLaunchProgram).launches.map(
        ({ entryPoint }) => entryPoint,
      );
    expect(namesOf('cuda/fused-csr-dot')).toEqual(['fused_csr_dot_f64', 'fused_total_f64']);
    expect(namesOf('cuda/fused-sell-dot-norm')).toEqual(['fused_sell_dot_norm_f64', 'fused_total_both_f64']);
    expect(namesOf('cuda/fused-packed-norm')).toEqual(['fused_packed_8_norm_f64', 'fused_total_f64']);
    expect(namesOf('cuda/fused-csr-axpy')).toEqual(['fused_csr_axpy_f64']);
  });

  it('have a place for the sums of every block', () => {
    const wide = cooFromEntries(
      { rows: 300, cols: 4 },
      {
        rowIndex: Array.from({ length: 900 }, (_, k) => Math.floor(k / 3)),
        colIndex: Array.from({ length: 900 }, (_, k) => k % 3),
        values: Array.from({ length: 900 }, () => 1),
      },
    );
    for (const [id, bytes] of [
      ['cuda/fused-csr-dot', 4 * 8],
      ['cuda/fused-csr-dot-norm', 2 * 4 * 8],
      ['cuda/fused-sell-norm', 3 * 8],
      // Ten slices of 32 rows, four to a block.
      ['cuda/fused-packed-dot', 3 * 8],
    ] as const) {
      const kernel = kernelOf(id);
      const made = kernel.analyse?.(buildMatrix(formatOf(kernel), wide), contextOf(kernel), params);
      expect([id, made?.['sums']?.byteLength]).toEqual([id, bytes]);
    }
  });

  it('give kernels what their ending needs, in their order', () => {
    const { launches } = kernelOf('cuda/fused-csr-axpy').program(
      contextOf(kernelOf('cuda/fused-csr-axpy')),
      params,
    ) as CudaLaunchProgram;
    expect(Object.keys(launches[0]?.arguments ?? {}).slice(-7)).toEqual([
      'x',
      'y',
      'gamma',
      'w',
      'alpha',
      'beta',
      'delta',
    ]);
    const sums = kernelOf('cuda/fused-csr-dot-norm').program(
      contextOf(kernelOf('cuda/fused-csr-dot-norm')),
      params,
    ) as CudaLaunchProgram;
    expect(Object.values(sums.launches[0]?.arguments ?? {}).slice(-6)).toEqual([
      'auxiliary.sums',
      'x',
      'y',
      'z',
      'alpha',
      'beta',
    ]);
    expect(Object.values(sums.launches[1]?.arguments ?? {})).toEqual(['auxiliary.sums', 'auxiliary.blocks', 's', 't']);
  });
});
