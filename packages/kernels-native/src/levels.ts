import { fastestFirst, loadNativeAddon } from './load-addon.ts';

/**
 * The sets of instructions that there is compiled code for and this processor has, the fastest first: those that gather elements of x come after those that load them one by one where
 * this processor's gathers take longer. The first one runs unless `SPMV_NATIVE_LEVEL` names another. Errors: `BACKEND.UNAVAILABLE` where there is no addon.
 */
export function nativeLevels(): readonly string[] {
  return fastestFirst(loadNativeAddon());
}

/** The same in words, with what a gather takes. Errors: as of {@link nativeLevels}. */
export function aboutLevels(): string {
  const { gatherRatio } = loadNativeAddon();
  const levels = nativeLevels();
  const gathers =
    gatherRatio > 0 ? `; a product that gathers takes ${gatherRatio.toFixed(2)} × one that loads one by one` : '';
  return `runs ${levels[0]} (has ${levels.join(', ')}${gathers})`;
}
