import type { DeviceInfo, NamedArrays, Params, KernelContext, Kernel, StoredMatrix, ValueArray } from '@spmv/core';
import { checkCountable, cudaKernel, cudaModules, mostPartialSums, tilesOf, valueBytes, WARP } from '@spmv/kernel-kit';
import { layOutTwoPass, productPlaces } from './two-pass-layout.ts';

/** Parameters of kernel `cuda/csr-two-pass`. */
export interface CsrTwoPassParams extends Params {
  readonly columns: number;
  readonly capacity: number;
  readonly blockSize: number;
}

const COLUMNS = [4096, 12288, 24576, 49152] as const;

/** What every device gives a block. */
function mostShared(device: DeviceInfo): number {
  return device.limits['maxSharedBytes'] ?? 48 * 1024;
}

/** Blocks of the first pass that a multiprocessor holds: two where two parts of x fit into its shared memory. */
function blocksHeld(context: KernelContext, columns: number): 1 | 2 {
  return 2 * (columns * valueBytes(context) + 1024) <= mostShared(context.device) + 1024 ? 2 : 1;
}

/**
 * y ← αAx + βy over CSR for matrices whose columns are anywhere: products are formed column block by column block with that part of x in
 * shared memory, written, and added up by tiles of rows, which find theirs in one run for each column block. All memory is read and
 * written in order; about 2·value + 4 bytes an entry more than CSR has, and no sector of x for every entry. Two launches; no
 * atomic addition.
 */
export const csrTwoPass: Kernel<'cuda', CsrTwoPassParams> = cudaKernel<CsrTwoPassParams>({
  id: 'cuda/csr-two-pass',
  modules: cudaModules(import.meta.url, 'csr-two-pass'),
  format: 'csr',
  title: 'CSR in two passes: products by column block, sums by rows',
  sources: [
    {
      title:
        'S. Beamer, K. Asanović, D. Patterson, Reducing PageRank communication via propagation blocking, IPDPS 2017',
    },
  ],
  params: {
    axes: {
      columns: { values: COLUMNS, default: 4096, doc: 'Columns of a column block: the part of x in shared memory.' },
      capacity: { values: [2048, 4096, 8192], default: 4096, doc: 'Most entries of a tile of rows.' },
      blockSize: { values: [256, 512], default: 512, doc: 'Threads per block (BS) of the second pass.' },
    },
    suggest: (context) => ({
      columns: COLUMNS.findLast((columns) => columns * valueBytes(context) <= mostShared(context.device)) ?? COLUMNS[0],
    }),
    reject: ({ columns, capacity }, context) => {
      const bytes = Math.max(columns, capacity) * valueBytes(context);
      return bytes > mostShared(context.device)
        ? `a block would need ${bytes} bytes of shared memory, and the device has ${mostShared(context.device)}`
        : undefined;
    },
  },
  analyse: (matrix: StoredMatrix, context, { columns, capacity }): NamedArrays => {
    const found = tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity);
    const source = {
      cols: matrix.shape.cols,
      colIndex: matrix.arrays['colIndex'] as Int32Array,
      values: matrix.arrays['values'] as ValueArray,
      valueType: matrix.valueType,
    };
    const shares = (context.device.limits['multiprocessors'] ?? 100) * blocksHeld(context, columns);
    return { ...found, ...layOutTwoPass(source, found.tiles, columns, shares) };
  },
  launch: (context, { columns, capacity, blockSize }) => {
    const { nnz, shape } = context.matrix;
    const products = productPlaces(nnz, shape.cols, columns);
    checkCountable('cuda/csr-two-pass', context, { products });
    return {
      launches: [
        {
          entryPoint: 'csr_two_pass_products',
          grid: { elements: 'auxiliary.shares', perBlock: 2 },
          block: [1024 / blocksHeld(context, columns), 1, 1],
          sharedBytes: columns * valueBytes(context),
          arrays: [
            'auxiliary.shares',
            'auxiliary.segments',
            'columns = auxiliary.blockColumns',
            'values = auxiliary.blockValues',
            'scratch.products',
          ],
          operands: 'x',
        },
        {
          entryPoint: 'csr_two_pass_rows',
          grid: { elements: 'auxiliary.tiles', perBlock: 4 },
          block: [blockSize, 1, 1],
          sharedBytes: Math.max(capacity, WARP) * valueBytes(context),
          arrays: [
            'auxiliary.tiles',
            'auxiliary.places',
            'rowStart',
            'auxiliary.groups',
            'auxiliary.ahead',
            'auxiliary.slots',
            'scratch.products',
            'scratch.partials',
          ],
          operands: 'y',
        },
      ],
      scratch: {
        products: products * valueBytes(context),
        partials: mostPartialSums(nnz, capacity) * valueBytes(context),
      },
    };
  },
});
