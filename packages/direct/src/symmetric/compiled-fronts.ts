import type { NativeFunctions } from '@spmv/core';
import { isNotInstalled, isSpmvError } from '@spmv/core';
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

/** Fronts by compiled code for a matrix of so many entries, by default with as many threads as run at the same time here. Undefined where few entries need none, in pages, and where the package is not installed or has nothing for this processor: then JavaScript computes, and factors say so. */
export async function compiledFronts(entries: number, threads?: number): Promise<FrontKernel | undefined> {
  const { process } = globalThis as { readonly process?: Host };
  if (entries < MANY || process?.versions?.node === undefined) return undefined;
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
