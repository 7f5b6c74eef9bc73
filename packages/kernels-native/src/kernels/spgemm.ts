import type { MatrixKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { calledTriple, PAPERS, rowProducts, tripleProducts } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { inAddon } from './build.ts';
import { DEVECI, GUSTAVSON } from './sources.ts';

/**
 * C ← αAB row by row, with the bits of the kernel in JavaScript. It belongs to the operation `spgemm` of @spmv/spgemm, which is named and not imported, as formats are.
 * Work: 8 bytes a row; for each worker 0.2 bytes a column of B, and 8 bytes for each of 2^17 columns or of four times the terms of the longest row.
 */
export function rowProductKernel(build: NativeBuild = {}): MatrixKernel<'native', Record<never, never>> {
  const { symbolic, numeric } = rowProducts<'native'>((pass) => inAddon(build, pass));
  return {
    kind: 'matrix-kernel',
    id: 'native/spgemm-csr',
    operation: 'spgemm',
    formats: { A: 'csr', B: 'csr', C: 'csr' },
    target: 'native',
    title: 'Row by row, columns as bits, sums by column or by place',
    sources: [GUSTAVSON, DEVECI],
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f64' },
    ],
    reproducibility: 'bitwise',
    requires: ['node-api'],
    params: NO_PARAMS,
    symbolic,
    numeric: (context, _, again, found) => numeric(context, context.precision.precision.toUpperCase(), again, found),
  };
}

/** C ← αAB + βD: {@link rowProductKernel} where D is there. */
export function addedProductKernel(build: NativeBuild = {}): MatrixKernel<'native', Record<never, never>> {
  return {
    ...rowProductKernel(build),
    id: 'native/spgemm-add-csr',
    operation: 'spgemm-add',
    formats: { A: 'csr', B: 'csr', D: 'csr', C: 'csr' },
  };
}

/** C ← PᵀAP in one go, with the bits of the kernel in JavaScript; how: `tripleProducts` of @spmv/kernel-kit. */
export function galerkinKernel(build: NativeBuild = {}): MatrixKernel<'native', Record<never, never>> {
  const { symbolic, numeric } = tripleProducts<'native'>((pass) => inAddon(build, calledTriple(pass)));
  return {
    ...rowProductKernel(build),
    id: 'native/galerkin-csr',
    operation: 'galerkin',
    formats: { A: 'csr', P: 'csr', C: 'csr' },
    title: 'Row by row of PᵀA, each multiplied with P at once',
    sources: [PAPERS.henson],
    symbolic,
    numeric: (context, _, again, found) => numeric(context, again, found),
  };
}
