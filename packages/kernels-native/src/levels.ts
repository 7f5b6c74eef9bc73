import { loadNativeAddon } from './load-addon.ts';

/**
 * The sets of instructions that there is compiled code for and this processor has, best first. The best one runs unless `SPMV_NATIVE_LEVEL`
 * names another. Errors: `BACKEND.UNAVAILABLE` where there is no addon.
 */
export function nativeLevels(): readonly string[] {
  return loadNativeAddon().levels;
}
