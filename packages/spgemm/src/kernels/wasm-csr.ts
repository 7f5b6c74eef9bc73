import type { MatrixKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { PAPERS, rowProducts, wasmFiles, wasmModules } from '@spmv/kernel-kit';

/** The modules of this package. The default build checks nothing. */
export function modulesOf(build: WasmBuild = {}): ReturnType<typeof wasmModules> {
  const files = wasmFiles({
    simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  });
  return wasmModules(files, build);
}

/** C ← αAB row by row in AssemblyScript, with the bits of the kernel in JavaScript; how: `rowProducts` of @spmv/kernel-kit. The default build checks nothing. */
export function createWasmCsr(build: WasmBuild = {}): MatrixKernel<'wasm', Record<never, never>> {
  const modules = modulesOf(build);
  const { symbolic, numeric } = rowProducts<'wasm'>((pass) => ({ ...pass, modules }));
  return {
    kind: 'matrix-kernel',
    id: 'wasm/spgemm-csr',
    operation: 'spgemm',
    formats: { A: 'csr', B: 'csr', C: 'csr' },
    target: 'wasm',
    title: 'Row by row, columns as bits, sums by column or by place',
    sources: [PAPERS.gustavson, PAPERS.deveci],
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f64' },
    ],
    reproducibility: 'bitwise',
    requires: [],
    params: NO_PARAMS,
    symbolic,
    numeric: (context, _, again, found) => numeric(context, context.precision.precision.toUpperCase(), again, found),
  };
}

/** The fastest build. */
export const wasmCsr: MatrixKernel<'wasm', Record<never, never>> = createWasmCsr();

/** C ← αAB + βD: {@link createWasmCsr} where D is there, in the fastest build. */
export const wasmAddCsr: MatrixKernel<'wasm', Record<never, never>> = {
  ...wasmCsr,
  id: 'wasm/spgemm-add-csr',
  operation: 'spgemm-add',
  formats: { A: 'csr', B: 'csr', D: 'csr', C: 'csr' },
};
