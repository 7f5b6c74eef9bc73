// For packages that bring compiled code, which only Node loads.
export type { AddonPackage, VersionedAddon } from './addon.ts';
export { chooseAddon, loadAddon, platformName } from './addon.ts';
