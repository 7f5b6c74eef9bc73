import { unbundledUrl } from '@spmv/kernel-kit';
import type { AddonPackage, VersionedAddon } from '@spmv/kernel-kit/node';
import { loadAddon } from '@spmv/kernel-kit/node';

/** What the addon exports. */
export interface NativeAddon extends VersionedAddon {
  /** The sets of instructions that it has code for and this processor has, best first: `avx512`, `avx2`, `sse4`, `sve`, `neon`, `scalar`. */
  readonly levels: readonly string[];
  addressOf(view: Uint8Array): number;
  /** Asks for large pages under `bytes` bytes from the view's first one on. Does nothing where the system has none to give. */
  largePages(view: Uint8Array, bytes: number): void;
  /** A function that calls the one of this name with the numbers that are in `args` then, and its parameters as C++ has them. `undefined` where the level has none. */
  bind(level: string, name: string, args: Float64Array): { (): void; readonly parameters: string } | undefined;
}

/** Where the addon of this package is, and what to say where it is not. */
export const NATIVE_ADDON: AddonPackage = {
  name: '@spmv/kernels-native',
  subject: 'Native kernels are',
  published: ['linux-x64-gnu', 'linux-arm64-gnu'],
  instead: 'use kernels in WebAssembly here',
};

/** The addon. Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load. */
export function loadNativeAddon(): NativeAddon {
  return loadAddon(NATIVE_ADDON, unbundledUrl('../package.json', import.meta.url)) as NativeAddon;
}
