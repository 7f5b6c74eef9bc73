import { installedFunctions } from '../native.ts';
import { loadWasmFronts } from '../wasm-fronts/load.ts';
import type { FrontKernel } from './cholesky-fronts.ts';
import { nativeFronts } from './native-fronts.ts';

/** Entries from which on compiled code saves more than its loading takes. */
const MANY = 2000;

/**
 * Fronts for a matrix of so many entries, by code compiled for this processor with by default as many threads as run at the same time here; in pages, and where its package is not installed or has nothing for this processor, by
 * WebAssembly on one thread. Undefined where few entries need neither, and where there is neither: then JavaScript computes. Factors say which it was.
 */
export async function compiledFronts(entries: number, threads?: number): Promise<FrontKernel | undefined> {
  if (entries < MANY) return undefined;
  return (await installedFronts(threads)) ?? (await loadWasmFronts());
}

async function installedFronts(most: number | undefined): Promise<FrontKernel | undefined> {
  const installed = await installedFunctions();
  return installed && nativeFronts(installed.functions, { threads: most ?? installed.threads });
}
