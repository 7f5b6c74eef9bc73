import type { NativeFunctions } from '@spmv/core';
import { isNotInstalled, isSpmvError } from '@spmv/core';
import type { FrontKernel } from './cholesky-fronts.ts';
import { nativeFronts } from './native-fronts.ts';

/** Entries from which on compiled code saves more than its loading takes. */
const MANY = 20_000;
const PACKAGE = '@spmv/kernels-native';

/** Fronts by compiled code for a matrix of so many entries. Undefined where few entries need none, in pages, and where the package is not installed or has nothing for this processor: then JavaScript computes, and factors say so. */
export async function compiledFronts(entries: number): Promise<FrontKernel | undefined> {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  if (entries < MANY || process?.versions?.node === undefined) return undefined;
  try {
    const { nativeFunctions } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ PACKAGE
    )) as { nativeFunctions(): NativeFunctions };
    return nativeFronts(nativeFunctions());
  } catch (error) {
    if (isNotInstalled(error, PACKAGE) || isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}
