import type { MatrixKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { launcherOf, ROW_LANES } from './cuda-launches.ts';

const { over, run } = launcherOf(import.meta.url, 'inverse-sizes');
const NOWHERE = { i64: 0 } as const;

const kernelOf = (below: boolean): MatrixKernel<'cuda', Record<never, never>> => ({
  kind: 'matrix-kernel',
  id: below ? 'cuda/inverse-sizes-below-csr' : 'cuda/inverse-sizes-csr',
  operation: 'inverse-sizes',
  options: { below },
  formats: { A: 'csr', ...(below ? { R: 'csr', D: 'csr' } : {}), C: 'csr' },
  target: 'cuda',
  title: 'Eight lanes a row',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  *symbolic({ matrices: { A } }) {
    yield { do: 'bound', bytes: 0 };
    return { nnz: A?.shape.rows ?? 0 };
  },
  *numeric({ matrices: { A } }) {
    const rows = A?.shape.rows ?? 0;
    yield* run(
      over('f64', ROW_LANES * (rows + 1), {
        rowStart: 'A.rowStart',
        values: 'A.values',
        rRowStart: below ? 'R.rowStart' : NOWHERE,
        rColIndex: below ? 'R.colIndex' : NOWHERE,
        rValues: below ? 'R.values' : NOWHERE,
        eRowStart: below ? 'D.rowStart' : NOWHERE,
        eColIndex: below ? 'D.colIndex' : NOWHERE,
        eValues: below ? 'D.values' : NOWHERE,
        starts: 'C.rowStart',
        columns: 'C.colIndex',
        inverse: 'C.values',
        rows,
      }),
    );
  },
});

/** C ← D⁻¹ of the finest level. */
export const cudaInverseSizes: MatrixKernel<'cuda', Record<never, never>> = kernelOf(false);

/** The same of a level below it. */
export const cudaInverseSizesBelow: MatrixKernel<'cuda', Record<never, never>> = kernelOf(true);
