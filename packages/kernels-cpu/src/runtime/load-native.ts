import type { NativeFunctions, NativeModule } from '@spmv/core';
import { loadFailed, notLoaded } from './load-failed.ts';

/** The functions behind the module of a native pass. Errors: `KERNEL.LOAD_FAILED`, `BACKEND.UNAVAILABLE`. */
export async function loadNative(url: string, kernel: string): Promise<NativeFunctions> {
  let loaded: Partial<NativeModule>;
  try {
    loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Partial<NativeModule>;
  } catch (cause) {
    throw await notLoaded(kernel, url, cause);
  }
  if (typeof loaded.open === 'function') return loaded.open();
  throw loadFailed(kernel, url, 'does not export open.', 'Name a module that exports what NativeModule of core says.');
}
