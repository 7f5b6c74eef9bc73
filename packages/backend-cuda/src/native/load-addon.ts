import { unbundledUrl } from '@spmv/kernel-kit';
import type { AddonPackage } from '@spmv/kernel-kit/node';
import { loadAddon as load } from '@spmv/kernel-kit/node';
import type { Addon, NativeLaunch, NativeOperator } from './addon.ts';
import type { PackedLaunches } from './pack-launches.ts';
import { packLaunches } from './pack-launches.ts';

/** Where the addon of this package is, and what to say where it is not. */
export const CUDA_ADDON: AddonPackage = {
  name: '@spmv/backend-cuda',
  subject: "Backend 'cuda' is",
  published: ['linux-x64-gnu'],
  instead: 'use another backend here',
};

/** A device of the addon, which takes launches as one list of numbers. */
interface LaunchBinder {
  bind(...packed: readonly [...PackedLaunches, single: boolean]): NativeOperator;
}

/**
 * The addon. It links no CUDA library, so it loads also where there is no driver.
 *
 * Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load.
 */
export function loadAddon(): Addon {
  const addon = load(CUDA_ADDON, unbundledUrl('../../package.json', import.meta.url)) as Addon;
  const launches = function (this: LaunchBinder, list: readonly NativeLaunch[], single: boolean): NativeOperator {
    return this.bind(...packLaunches(list), single);
  };
  Object.assign(addon.Device.prototype as object, { launches });
  return addon;
}
