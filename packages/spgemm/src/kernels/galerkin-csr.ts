import { bundled } from '@spmv/spgemm/bundled';
import type { MatrixKernel } from '@spmv/core';
import type { JsModule, WasmBuild } from '@spmv/kernel-kit';
import { jsPass, calledTriple, PAPERS, tripleProducts } from '@spmv/kernel-kit';
import { JS_CSR } from './js-kernels.ts';
import { modulesOf, wasmCsr } from './wasm-csr.ts';

const module = (): JsModule => bundled?.galerkin ?? new URL('../js/galerkin.ts', import.meta.url);
const inJs = tripleProducts<'js'>(({ name, count, numbers, work }) =>
  jsPass(module(), name, count, { ...numbers }, work),
);

/** C ← PᵀAP in one go, in JavaScript; how: `tripleProducts` of @spmv/kernel-kit. */
export const jsGalerkinCsr: MatrixKernel<'js', Record<never, never>> = {
  ...JS_CSR,
  id: 'js/galerkin-csr',
  operation: 'galerkin',
  formats: { A: 'csr', P: 'csr', C: 'csr' },
  title: 'Row by row of PᵀA, each multiplied with P at once',
  sources: [PAPERS.henson],
  symbolic: inJs.symbolic,
  numeric: (context, _, again, found) => inJs.numeric(context, again, found),
};

/** The same in AssemblyScript, with its bits. The default build checks nothing. */
export function createWasmGalerkinCsr(build: WasmBuild = {}): MatrixKernel<'wasm', Record<never, never>> {
  const modules = modulesOf(build);
  const { symbolic, numeric } = tripleProducts<'wasm'>((pass) => ({ ...calledTriple(pass), modules }));
  const { operation, formats, title, sources } = jsGalerkinCsr;
  return {
    ...wasmCsr,
    id: 'wasm/galerkin-csr',
    operation,
    formats,
    title,
    sources,
    symbolic,
    numeric: (context, _, again, found) => numeric(context, again, found),
  };
}

/** The fastest build. */
export const wasmGalerkinCsr: MatrixKernel<'wasm', Record<never, never>> = createWasmGalerkinCsr();
