import type { WasmProgram } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { CalledPasses, WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import { calledNumber, calledPass, precisionsOf, wasmModules } from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

const FILES: WasmFiles = {
  get simd() {
    return new URL('../../dist/wasm/simd.wasm', import.meta.url);
  },
  get relaxedSimd() {
    return new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url);
  },
};

/** Blocks of elements in SIMD lanes, four vectors of sums. */
export function createWasmKernels(build: WasmBuild = {}): VectorKernels<'wasm', Record<never, never>> {
  const inModules = ({ passes, ...rest }: CalledPasses): WasmProgram => {
    const modules = wasmModules(FILES, build);
    return { ...rest, passes: passes.map((pass) => ({ ...pass, modules })) };
  };
  return everyVariant(
    'wasm',
    (pass) => ({
      title: 'Blocks of elements, in SIMD lanes',
      precisions: precisionsOf('wasm'),
      params: NO_PARAMS,
      program: ({ sizes, precision }) => inModules(calledPass(pass, sizes['n'], precision.precision.toUpperCase())),
    }),
    (form) => ({
      title: 'One number',
      precisions: precisionsOf('wasm'),
      params: NO_PARAMS,
      program: ({ precision }) => inModules(calledNumber(form, precision.precision.toUpperCase())),
    }),
  );
}

/** The fastest builds. */
export const wasmKernels: VectorKernels<'wasm', Record<never, never>> = createWasmKernels();
