import { unbundledUrl } from '@spmv/kernel-kit';
import type { AddonPackage } from '@spmv/kernel-kit/node';
import { loadAddon as load } from '@spmv/kernel-kit/node';
import type { Addon } from './addon.ts';

/** Where the addon of this package is, and what to say where it is not. */
export const CUDA_ADDON: AddonPackage = {
  name: '@spmv/backend-cuda',
  subject: "Backend 'cuda' is",
  published: ['linux-x64-gnu'],
  instead: 'use another backend here',
};

/**
 * The addon. It links no CUDA library, so it loads also where there is no driver.
 *
 * Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load.
 */
export function loadAddon(): Addon {
  return load(CUDA_ADDON, unbundledUrl('../../package.json', import.meta.url)) as Addon;
}
