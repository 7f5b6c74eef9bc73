import type { CudaLaunchProgram, Kernel, Params } from '@spmv/core';
import { buildMatrix, cooFromEntries, headerOf, kernelContext, resolveParams, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { cudaArguments } from '@spmv/kernel-kit';
import { expect, it } from 'vitest';
import { csrTransposedAtomic, csrTransposedRuns } from '../src/kernels/csr-transposed-atomic.ts';
import { csrTransposedTwoPass } from '../src/kernels/csr-transposed-two-pass.ts';
import { csrTransposed as rowKernels } from '../src/kernels/csr-transposed.ts';
import { cusparseKernels } from '../src/kernels/cusparse.ts';

const csrTransposed = rowKernels[0] as (typeof rowKernels)[number];

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
    arguments: cudaArguments(
      [
        ...['tiles', 'slots', 'groups', 'filledRows'].map((name) => `auxiliary.${name}`),
        'A.values',
        ...['pieceLength', 'sliceStart', 'sums'].map((name) => `auxiliary.${name}`),
        'x',
      ],
      { capacity: 1024, nnz: 4 },
    ),
  });
  expect(columns?.entryPoint).toBe('csr_transposed_columns_f32');
  expect(Object.values(columns?.arguments ?? {}).slice(-5)).toEqual([
    'auxiliary.sums',
    'scratch.partials',
    'y',
    'alpha',
    'beta',
  ]);
  expect(auxiliary['sums']).toEqual(new Float32Array(3));
  expect(auxiliary['columnStart']).toEqual(Int32Array.of(0, 1, 1, 1, 2, 3));
});

it('every array that a launch names is made, or is of the matrix or scratch', () => {
  for (const { id, program, auxiliary } of [
    csrTransposed,
    csrTransposedRuns,
    csrTransposedAtomic,
    csrTransposedTwoPass,
  ].map((kernel) => ({
    id: kernel.id,
    ...prepared(kernel as Kernel<'cuda'>),
  }))) {
    for (const argument of program.launches.flatMap((launch) => Object.values(launch.arguments))) {
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
  expect(program.launches[0]?.arguments).toEqual({ y: 'y', alpha: 'alpha', beta: 'beta', cols: { i32: 5 } });
});

it('adds every product atomically, with as many entries in every block', () => {
  const { program, auxiliary } = prepared(csrTransposedAtomic, { blockSize: 128 });
  expect(program.launches[1]).toMatchObject({
    entryPoint: 'csr_transposed_scatter_f32',
    grid: [1, 1, 1],
    block: [128, 1, 1],
    arguments: cudaArguments(
      ['auxiliary.groups', 'auxiliary.filledRows', 'A.colIndex', 'A.values', 'x', 'y', 'alpha', 'beta'],
      { nnz: 4 },
    ),
  });
  expect(auxiliary['filledRows']).toEqual(Int32Array.of(0, 2));
});

it('in two passes leaves products by tiles of columns, where these find them', () => {
  const many = cooFromEntries(
    { rows: 300, cols: 2000 },
    Array.from({ length: 300 }, (_, i) => i)
      .filter((i) => i % 7 !== 3)
      .flatMap((i) => Array.from({ length: 15 }, (_, j) => ({ i, column: (i * 131 + j * 127) % 2000 })))
      .reduce<{ rowIndex: number[]; colIndex: number[]; values: number[] }>(
        (entries, { i, column }, k) => {
          entries.rowIndex.push(i);
          entries.colIndex.push(column);
          entries.values.push(k + 1);
          return entries;
        },
        { rowIndex: [], colIndex: [], values: [] },
      ),
  );
  const stored = buildMatrix(csr, many, { valueType: 'f64' });
  const context = kernelContext(spmv, csrTransposedTwoPass, {
    matrix: headerOf(stored),
    device,
    precision: { precision: 'f64', accumulator: 'f64' },
  });
  const params = { capacity: 1024, columnCapacity: 1024, blockSize: 256 };
  const found = csrTransposedTwoPass.analyse?.(stored, context, params) ?? {};
  const array = (name: string) => found[name] as Int32Array;
  const { rowStart, colIndex, values } = stored.arrays as Record<string, Int32Array>;
  const nnz = colIndex?.length ?? 0;
  const x = Float64Array.from({ length: 300 }, (_, i) => (i % 5) + 1);
  // The first pass: every product to its slot, by the row that its group and the offset of its tile tell.
  const bits = (word: number): number => word.toString(2).replaceAll('0', '').length;
  const rowOf = (groups: ArrayLike<number>, k: number): number =>
    ((groups[2 * (k >> 5) + 1] as number) +
      bits(((groups[2 * (k >> 5)] as number) & (0xffffffff >>> (31 - (k % 32)))) >>> 0)) |
    0;
  const products = new Float64Array(nnz).fill(Number.NaN);
  for (let k = 0; k < nnz; k++) {
    const filled = rowOf(array('rowGroups'), k);
    const offset = array('rowOffset')[Math.floor(k / 1024)] as number;
    const row = offset >= 0 ? filled + offset : (array('filledRows')[filled] as number);
    expect(rowStart?.[row] as number).toBeLessThanOrEqual(k);
    expect(rowStart?.[row + 1] as number).toBeGreaterThan(k);
    const place = Math.floor(k / 1024) * 1024 + (array('productSlots')[k] as number);
    expect(products[place]).toBeNaN();
    products[place] = (values?.[k] as number) * (x[row] as number);
  }
  // The second: a tile of columns, by its runs.
  const y = new Float64Array(2000);
  for (let t = 0; t < array('tiles').length / 4; t++) {
    const [column = 0, end = 0, from = 0, to = 0] = array('tiles').subarray(4 * t, 4 * t + 4);
    const tile = new Float64Array(to - from);
    for (let k = from; k < to; k++)
      tile[array('slots')[k] as number] = products[k + (array('ahead')[rowOf(array('groups'), k)] as number)] as number;
    for (let j = column; j < end; j++)
      for (let p = array('columnStart')[j] as number; p < (array('columnStart')[j + 1] as number); p++)
        y[j] = (y[j] as number) + (tile[p - from] as number);
  }
  const expected = new Float64Array(2000);
  for (let i = 0; i < 300; i++)
    for (let k = rowStart?.[i] as number; k < (rowStart?.[i + 1] as number); k++)
      expected[colIndex?.[k] as number] =
        (expected[colIndex?.[k] as number] as number) + (values?.[k] as number) * (x[i] as number);
  expect(y).toEqual(expected);
});

it('says which kernels repeat their results', () => {
  expect(
    [csrTransposed, csrTransposedTwoPass, csrTransposedRuns, csrTransposedAtomic].map(
      (kernel) => kernel.reproducibility,
    ),
  ).toEqual(['run-to-run', 'run-to-run', 'none', 'none']);
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
