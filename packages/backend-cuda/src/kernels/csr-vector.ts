import type { Params, SpmvContext, SpmvKernel } from '@spmv/core';
import { cudaKernel } from './cuda-kernel.ts';
import { blockSizeAxis, oneDimensional } from './launch-shape.ts';
import { FRAGA, vazquez } from './sources.ts';

export interface CsrVectorParams extends Params {
  readonly threads: number;
  readonly blockSize: number;
}

/** About three entries a lane, and as many lanes as there are for a small matrix. */
export function suggestThreads({ matrix }: Pick<SpmvContext, 'matrix'>): number {
  const mean = matrix.nnz / Math.max(1, matrix.shape.rows);
  let threads = 1;
  while (threads < 32 && threads * 3 < mean) threads *= 2;
  return threads;
}

/**
 * y ← αAx + βy over CSR, T neighbouring lanes a row. T = 32 is a warp a row (Fraga's vector strip mining, CRS(vector)); smaller T for
 * shorter rows. Reads A once, coalesced within a row. One long row keeps one warp busy after all others are done.
 */
export const csrVector: SpmvKernel<'cuda', CsrVectorParams> = cudaKernel<CsrVectorParams>({
  name: 'csr-vector',
  format: 'csr',
  title: 'CSR, T lanes a row',
  sources: [{ ...FRAGA, section: 'CUDA, vector strip mining' }, vazquez('III.B, CRS(vector)')],
  params: {
    axes: {
      threads: { values: [1, 2, 4, 8, 16, 32], default: 32, doc: 'Lanes per row (T).' },
      blockSize: blockSizeAxis,
    },
    suggest: (context) => ({ threads: suggestThreads(context) }),
  },
  launch: ({ matrix }, { threads, blockSize }) => ({
    entryPoint: `csr_vector_t${threads}`,
    ...oneDimensional(matrix.shape.rows, threads, blockSize),
    arguments: [
      'matrix.rowStart',
      'matrix.colIndex',
      'matrix.values',
      'x',
      'y',
      'alpha',
      'beta',
      { i32: matrix.shape.rows },
    ],
  }),
});
