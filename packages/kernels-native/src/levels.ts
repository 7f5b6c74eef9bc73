import { fastestFirst, loadNativeAddon, noLevelError } from './load-addon.ts';

/**
 * The sets of instructions that there is compiled code for and this processor has, the fastest first: those that gather elements of x come after those that load them one by one where
 * this processor's gathers take longer. The first one runs unless `SPMV_NATIVE_LEVEL` names another. Errors: `BACKEND.UNAVAILABLE` where there is no addon.
 */
export function nativeLevels(): readonly string[] {
  return fastestFirst(loadNativeAddon());
}

/** The same in words, with what a gather takes. Errors: as of {@link nativeLevels}, and where `SPMV_NATIVE_LEVEL` names none of them. */
export function aboutLevels(): string {
  const { gatherRatio } = loadNativeAddon();
  const levels = nativeLevels();
  const asked = process.env['SPMV_NATIVE_LEVEL'] ?? '';
  if (asked !== '' && !levels.includes(asked)) throw noLevelError(asked, levels);
  const gathers =
    gatherRatio > 0
      ? `a product that gathers takes ${gatherRatio.toFixed(2)} × one that loads one by one`
      : 'gathers are not timed: no instructions have code with and without them';
  const runs = asked === '' ? levels[0] : `${asked}, as SPMV_NATIVE_LEVEL says`;
  return `runs ${runs} (has ${levels.join(', ')}; ${gathers})`;
}
