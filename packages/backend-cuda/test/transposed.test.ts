import type { CudaLaunchProgram, Kernel, Params } from '@spmv/core';
import { buildMatrix, cooFromEntries, headerOf, kernelContext, resolveParams, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { expect, it } from 'vitest';
import { csrTransposedAtomic, csrTransposedRuns } from '../src/kernels/csr-transposed-atomic.ts';
import { csrTransposed } from '../src/kernels/csr-transposed.ts';
import { cusparseKernels } from '../src/kernels/cusparse.ts';

const coo = cooFromEntries(
  { rows: 3, cols: 5 },
  { rowIndex: [0, 0, 2, 2], colIndex: [0, 4, 0, 3], values: [1, 2, 3, 4] },
);
const matrix = buildMatrix(csr, coo, { valueType: 'f32' });
const device = {
  name: 'd',
  kind: 'gpu',
  precisions: ['f64', 'f32'],
  capabilities: [],
  limits: { maxSharedBytes: 232_448, multiprocessors: 132 },
} as const;

/** What the kernel launches for that matrix in f32, and the arrays it makes. */
function prepared<P extends Params>(kernel: Kernel<'cuda', P>, given: Params = {}) {
  const context = kernelContext(spmv, kernel, {
    matrix: headerOf(matrix),
    device,
    precision: { precision: 'f32', accumulator: 'f32' },
  });
  const params = resolveParams(kernel.params, given, context, kernel.id) as P;
  return {
    program: kernel.program(context, params) as CudaLaunchProgram,
    auxiliary: kernel.analyse?.(matrix, context, params) ?? {},
    params,
  };
}

it('adds up tiles of the suggested capacity by columns, then columns', () => {
  const { program, auxiliary, params } = prepared(csrTransposed);
  expect(params).toEqual({ capacity: 1024, blockSize: 256 });
  const [tiles, columns] = program.launches;
  expect(tiles).toEqual({
    entryPoint: 'csr_transposed_tiles_f32',
    grid: { elements: 'auxiliary.tiles', perBlock: 4 },
    block: [256, 1, 1],
    sharedBytes: 4096,
    arguments: [
      'auxiliary.tiles',
      'auxiliary.slots',
      'auxiliary.groups',
      'auxiliary.filledRows',
      'A.values',
      'auxiliary.pieceLength',
      'auxiliary.sliceStart',
      'auxiliary.sums',
      'x',
      { i32: 1024 },
      { i32: 4 },
    ],
  });
  expect(columns?.entryPoint).toBe('csr_transposed_columns_f32');
  expect(columns?.arguments.slice(-5)).toEqual(['auxiliary.sums', 'scratch.partials', 'y', 'alpha', 'beta']);
  expect(auxiliary['sums']).toEqual(new Float32Array(3));
  expect(auxiliary['columnStart']).toEqual(Int32Array.of(0, 1, 1, 1, 2, 3));
});

it('every array that a launch names is made, or is of the matrix or scratch', () => {
  for (const { id, program, auxiliary } of [csrTransposed, csrTransposedRuns, csrTransposedAtomic].map((kernel) => ({
    id: kernel.id,
    ...prepared(kernel as Kernel<'cuda'>),
  }))) {
    for (const argument of program.launches.flatMap((launch) => launch.arguments)) {
      if (typeof argument === 'string' && argument.startsWith('auxiliary.'))
        expect(Object.keys(auxiliary), id).toContain(argument.slice('auxiliary.'.length));
    }
  }
});

it('adds pieces to the column they are of, after y was scaled', () => {
  const { program, auxiliary } = prepared(csrTransposedRuns);
  expect(auxiliary['pieceColumn']).toEqual(Int32Array.of(0, 3, 4));
  expect(program.launches.map(({ entryPoint }) => entryPoint)).toEqual([
    'csr_transposed_scale_f32',
    'csr_transposed_runs_f32',
  ]);
  expect(program.launches[0]?.arguments).toEqual(['y', 'alpha', 'beta', { i32: 5 }]);
});

it('adds every product atomically, with as many entries in every block', () => {
  const { program, auxiliary } = prepared(csrTransposedAtomic, { blockSize: 128 });
  expect(program.launches[1]).toMatchObject({
    entryPoint: 'csr_transposed_scatter_f32',
    grid: [1, 1, 1],
    block: [128, 1, 1],
    arguments: [
      'auxiliary.groups',
      'auxiliary.filledRows',
      'A.colIndex',
      'A.values',
      'x',
      'y',
      'alpha',
      'beta',
      { i32: 4 },
    ],
  });
  expect(auxiliary['filledRows']).toEqual(Int32Array.of(0, 2));
});

it('says which kernels repeat their results', () => {
  expect([csrTransposed, csrTransposedRuns, csrTransposedAtomic].map((kernel) => kernel.reproducibility)).toEqual([
    'run-to-run',
    'none',
    'none',
  ]);
});

it('refuses tiles that shared memory does not hold', () => {
  const context = kernelContext(spmv, csrTransposed, {
    matrix: headerOf(matrix),
    device,
    precision: { precision: 'f64', accumulator: 'f64' },
  });
  expect(csrTransposed.params.reject?.({ capacity: 32768, blockSize: 512 }, context)).toMatch(
    /262144 bytes of shared memory, and the device has 232448/u,
  );
});

it('offers cuSPARSE transposed beside, as such', () => {
  const transposed = cusparseKernels.filter(({ options }) => options?.['transpose'] === true);
  expect(transposed.map(({ id }) => id)).toEqual(['cuda/csr-cusparse-transposed']);
});
