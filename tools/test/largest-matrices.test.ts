import type { CudaLaunchProgram, Plugin, KernelContext, Kernel, WgslProgram } from '../../packages/core/src/index.ts';
import {
  enumerateParams,
  INDEX_LIMIT,
  kernelContext,
  planStorage,
  spmv,
  structureOfRowLengths,
} from '../../packages/core/src/index.ts';
import { COUNT_LIMIT } from '../../packages/kernel-kit/src/index.ts';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { describe, expect, test } from 'vitest';

// The GPU kernels of format packages number threads and places in unsigned 32 bits. Nothing here is allocated.
const ROWS = INDEX_LIMIT - 1;
/** The most that a kernel counts to: those in CUDA refuse more. */
const mostOf = (kernel: Kernel): number => (kernel.target === 'cuda' ? COUNT_LIMIT : INDEX_LIMIT);
/** With as many rows as arrays of 2^31 - 1 elements allow. */
const MATRICES: readonly (readonly [plugin: Plugin, params: KernelContext['matrix']['params'], rows?: number])[] = [
  [sell, { C: 32, sigma: 1, alignment: 1 }],
  [sell, { C: 1024, sigma: 256, alignment: 1 }],
  [hyb, { fraction: 0.5, order: 'column', alignment: 1 }],
  [hyb, { fraction: 0.5, order: 'row', alignment: 1 }],
  [bell, { blockRows: 1, blockCols: 1, order: 'column', alignment: 1 }],
  [bell, { blockRows: 4, blockCols: 4, order: 'column', alignment: 1 }, 2 ** 29 - 4],
];
const LIMITS = { maxWorkgroupThreads: 1024, workgroupBytes: 49_152, maxThreadsPerBlock: 1024, maxSharedBytes: 232_448 };

function contextOf(kernel: Kernel, params: KernelContext['matrix']['params'], wanted: number): KernelContext {
  const most = mostOf(kernel);
  const rows = Math.min(wanted, most - 1);
  const matrix = {
    format: kernel.format ?? '',
    shape: { rows, cols: most },
    nnz: most,
    valueType: 'f32',
    params,
    scalars: { width: 1, stride: params['order'] === 'row' ? 1 : rows },
    lengths: {},
  } as const;
  return kernelContext(
    spmv,
    {},
    {
      matrix,
      device: { name: 'a fake GPU', kind: 'gpu', precisions: ['f32'], capabilities: [], limits: LIMITS },
      precision: { precision: 'f32', accumulator: 'f32' },
    },
  );
}

const cases = MATRICES.flatMap(([plugin, params, rows = ROWS]) =>
  (plugin.kernels ?? [])
    .filter((kernel): kernel is Kernel => kernel.target === 'cuda' || kernel.target === 'wgsl')
    .map((kernel) => [kernel.id, JSON.stringify(params), kernel, params, rows] as const),
);

describe.each(cases)('%s over %s', (_id, _params, kernel, params, rows) => {
  test('launches what devices hold and 32 bits number, for as many rows as a matrix may have', () => {
    const context = contextOf(kernel, params, rows);
    let programs = 0;
    for (const { params: point, rejected } of enumerateParams(kernel.params, context, kernel.id)) {
      if (rejected !== undefined) continue;
      const program = kernel.program(context, point) as CudaLaunchProgram | WgslProgram;
      programs++;
      const lanes = Number(point['threadsPerRow'] ?? 1);
      if ('launches' in program) {
        for (const { grid, block, arguments: list } of program.launches) {
          for (const argument of Object.values(list))
            if (typeof argument === 'object' && 'i32' in argument) expect(Math.abs(argument.i32)).toBeLessThan(2 ** 31);
          if (!Array.isArray(grid)) continue;
          expect(grid[0]).toBeLessThan(2 ** 31);
          expect((grid[0] * block[0]) / lanes).toBeLessThan(2 ** 32);
        }
        continue;
      }
      for (const { groups, numbers = [], constants } of program.dispatches) {
        for (const number of numbers) expect(Number.isInteger(number) && number >= 0 && number < 2 ** 32).toBe(true);
        if (typeof groups !== 'number') continue;
        // Folded into two dimensions of 65,535, the last of which may be filled up.
        expect(groups).toBeLessThanOrEqual(2 ** 31);
        expect(((groups + 65_535) * (constants['blockSize'] ?? 1)) / lanes).toBeLessThan(2 ** 32);
      }
    }
    expect(programs).toBeGreaterThan(0);
  });
});

describe('3 000 000 000 entries, of which only the lengths of rows are known', () => {
  const rowLength = new Int32Array(3000).fill(1_000_000);
  const structure = structureOfRowLengths({ rows: 3000, cols: INDEX_LIMIT }, rowLength);
  const formats = [bell, csr16, hyb, packed, rowSegments, sell].flatMap(({ formats: own }) => own ?? []);

  test.each(formats.map((format) => [format.id, format] as const))(
    'are refused by %s, with every parameter',
    (_id, format) => {
      for (const { params, rejected } of enumerateParams(format.params, structure, format.id)) {
        if (rejected !== undefined) continue;
        for (const valueType of ['f64', 'f32'] as const) {
          const { refusal, fix } = planStorage(format, structure, params, valueType, { maxBytes: Infinity });
          expect(refusal, JSON.stringify(params)).toBeDefined();
          expect(fix).not.toBe('');
        }
      }
    },
  );
});
