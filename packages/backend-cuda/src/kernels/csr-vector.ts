import type { Citation, Params, ParamSpace, KernelContext, Kernel } from '@spmv/core';
import type { CudaOperandLoad, Lines } from '@spmv/kernel-kit';
import {
  COLUMNS,
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaOperandLoadAxis,
  cudaOperandModules,
  everyPrecisionOf,
  lanesObstacle,
  NARROW_VALUES,
  oneDimensional,
  ROWS,
  withConjugated,
} from '@spmv/kernel-kit';
import { FRAGA, vazquez } from './sources.ts';

export interface LanesParams extends Params {
  readonly threadsPerRow: number;
  readonly blockSize: number;
}

export interface CsrVectorParams extends LanesParams {
  readonly xLoad: CudaOperandLoad;
}

/** About three entries a lane, and as many lanes as there are for a small matrix. */
function suggestThreadsPerRow({ matrix }: Pick<KernelContext, 'matrix'>, { line }: Lines): number {
  const mean = matrix.nnz / Math.max(1, matrix.shape[line]);
  let threads = 1;
  while (threads < 32 && threads * 3 < mean) threads *= 2;
  return threads;
}

/** Who has several lanes a row. */
export const LANES_SOURCES: readonly Citation[] = [
  { ...FRAGA, section: 'CUDA, vector strip mining' },
  vazquez('III.B, CRS(vector)'),
];

/** Lanes a row and threads a block. */
export const lanesParams = (lines: Lines): ParamSpace<KernelContext, LanesParams> => ({
  axes: {
    threadsPerRow: { values: [1, 2, 4, 8, 16, 32], default: 32, doc: "Lanes per row (the papers' T)." },
    blockSize: cudaAnyBlockSizeAxis,
  },
  reject: ({ threadsPerRow, blockSize }) => lanesObstacle(threadsPerRow, blockSize),
  suggest: (context) => ({ threadsPerRow: suggestThreadsPerRow(context, lines) }),
});

const vectorKernels = (id: string, title: string, lines: Lines): readonly Kernel<'cuda', CsrVectorParams>[] =>
  withConjugated(cudaKernel<CsrVectorParams>, {
    id,
    options: lines.along,
    precisions: [...everyPrecisionOf('cuda'), NARROW_VALUES],
    modules: cudaOperandModules(import.meta.url, 'csr-vector'),
    format: lines.format,
    title,
    sources: LANES_SOURCES,
    params: { ...lanesParams(lines), axes: { ...lanesParams(lines).axes, xLoad: cudaOperandLoadAxis } },
    launch: ({ matrix }, { threadsPerRow, blockSize }) => ({
      entryPoint: `csr_vector_t${threadsPerRow}`,
      ...oneDimensional(matrix.shape[lines.line], threadsPerRow, blockSize),
      arrays: [`rowStart = ${lines.starts}`, `colIndex = ${lines.indices}`, 'values'],
      numbers: { rows: matrix.shape[lines.line] },
    }),
  });

/**
 * y ← αAx + βy over CSR, T neighbouring lanes a row. T = 32 is a warp a row (Fraga's vector strip mining, CRS(vector)); smaller T for
 * shorter rows. Reads A once, coalesced within a row. One long row keeps one warp busy after all others are done.
 */
export const csrVector: readonly Kernel<'cuda', CsrVectorParams>[] = vectorKernels(
  'cuda/csr-vector',
  'CSR, several lanes a row',
  ROWS,
);

/** y ← αAᵀx + βy over CSC, as `cuda/csr-vector` has rows. */
export const cscTransposed: readonly Kernel<'cuda', CsrVectorParams>[] = vectorKernels(
  'cuda/csc-transposed',
  'CSC transposed, several lanes a column',
  COLUMNS,
);
