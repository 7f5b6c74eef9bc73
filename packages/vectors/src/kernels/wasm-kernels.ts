import type { KernelContext, WasmProgram } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { CalledPasses, WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import { calledNumber, calledPass, filesIn, wasmFiles, wasmModules } from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

const FILES: WasmFiles = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});

/** Blocks of elements in SIMD lanes, four vectors of sums. */
export function createWasmKernels(build: WasmBuild = {}): VectorKernels<'wasm', Record<never, never>> {
  const inModules = ({ passes, ...rest }: CalledPasses, { precision }: KernelContext): WasmProgram => {
    const modules = wasmModules(filesIn(precision, FILES), build);
    return { ...rest, passes: passes.map((pass) => ({ ...pass, modules })) };
  };
  return everyVariant(
    'wasm',
    (pass) => ({
      title: 'Blocks of elements, in SIMD lanes',
      params: NO_PARAMS,
      program: (context) => inModules(calledPass(pass, context), context),
    }),
    (form) => ({
      title: 'One number',
      params: NO_PARAMS,
      program: (context) => inModules(calledNumber(form, context), context),
    }),
  );
}

/** The fastest builds. */
export const wasmKernels: VectorKernels<'wasm', Record<never, never>> = createWasmKernels();
