import type { NativeFunctions } from '@spmv/core';
import { isNotInstalled, isSpmvError } from '@spmv/core';
import { loadWasmFronts } from '../wasm-fronts/load.ts';
import type { FrontKernel } from './cholesky-fronts.ts';
import { nativeFronts } from './native-fronts.ts';

/** Entries from which on compiled code saves more than its loading takes. */
const MANY = 2000;
const PACKAGE = '@spmv/kernels-native';

/** What is read of Node. */
interface Host {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: 'node:os'): { availableParallelism(): number };
}

/**
 * Fronts for a matrix of so many entries, by code compiled for this processor with by default as many threads as run at the same time here; in pages, and where its package is not installed or has nothing for this processor, by
 * WebAssembly on one thread. Undefined where few entries need neither, and where there is neither: then JavaScript computes. Factors say which it was.
 */
export async function compiledFronts(entries: number, threads?: number): Promise<FrontKernel | undefined> {
  if (entries < MANY) return undefined;
  return (await installedFronts(threads)) ?? (await loadWasmFronts());
}

async function installedFronts(threads: number | undefined): Promise<FrontKernel | undefined> {
  const { process } = globalThis as { readonly process?: Host };
  if (process?.versions?.node === undefined) return undefined;
  const most = threads ?? process.getBuiltinModule?.('node:os').availableParallelism() ?? 1;
  try {
    const { nativeFunctions } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ PACKAGE
    )) as { nativeFunctions(): NativeFunctions };
    return nativeFronts(nativeFunctions(), { threads: most });
  } catch (error) {
    if (isNotInstalled(error, PACKAGE) || isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}
