// For packages that bring or run compiled code, which only Node loads.
export type { AddonPackage, VersionedAddon } from './addon.ts';
export { chooseAddon, loadAddon, platformName } from './addon.ts';
export { cudaText, sourceEntries } from './cuda-text.ts';
