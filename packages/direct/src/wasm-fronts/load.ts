import { isSpmvError } from '@spmv/core';
import { wasmModules } from '@spmv/kernel-kit';
import { createWasmLoader, wasmFeatures } from '@spmv/kernels-cpu/runtime';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';
import { wasmFronts } from './wasm-fronts.ts';

const FILES = {
  get simd() {
    return new URL('../../dist/wasm/simd.wasm', import.meta.url);
  },
  get relaxedSimd() {
    return new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url);
  },
};

/** Fronts in WebAssembly; undefined where the engine lacks vectors or shared memory, where modules do not know their place, as in workers of Cloudflare, and where the file is not there: then JavaScript computes, and factors say so. */
export async function loadWasmFronts(budget?: number): Promise<FrontKernel | undefined> {
  const here: string | undefined = import.meta.url;
  if (!here) return undefined;
  const loader = createWasmLoader(wasmFeatures());
  try {
    const { module } = await loader.load({ modules: wasmModules(FILES), export: 'choleskyFronts' }, 'direct');
    return wasmFronts(module, budget);
  } catch (error) {
    if (isSpmvError(error, 'KERNEL.LOAD_FAILED')) return undefined;
    throw error;
  }
}
