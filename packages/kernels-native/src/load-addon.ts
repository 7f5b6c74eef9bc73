import { SpmvError } from '@spmv/core';
import { unbundledUrl } from '@spmv/kernel-kit';
import type { AddonPackage, VersionedAddon } from '@spmv/kernel-kit/node';
import { loadAddon } from '@spmv/kernel-kit/node';

/** What the addon exports. */
export interface NativeAddon extends VersionedAddon {
  /** The sets of instructions that it has code for and this processor has, widest first: `avx512`, `avx512-loads` (the same without gathers), `avx2`, `sse4`, `sve`, `neon`, `scalar`. */
  readonly levels: readonly string[];
  /** Those of them that load one by one what others gather. */
  readonly singly: readonly string[];
  /** How many times as long a product takes whose x is gathered as one whose x is loaded one by one; 0 where there are not both. Measured when the addon is loaded, once in a process. */
  readonly gatherRatio: number;
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

/** Gathers are left where they take so many times as long: what is closer a few hundred microseconds do not tell apart. */
const LONGER = 1.1;

/** The levels, the fastest first: those that load one by one come first where gathers take longer, as on all processors of AMD so far. */
export function fastestFirst({
  levels,
  singly,
  gatherRatio,
}: Pick<NativeAddon, 'levels' | 'singly' | 'gatherRatio'>): readonly string[] {
  if (!(gatherRatio > LONGER)) return levels;
  return [...singly, ...levels.filter((level) => !singly.includes(level))];
}

/** What is said where a level is asked for that the addon has no code for, or the processor no instructions. */
export function noLevelError(wanted: string | undefined, levels: readonly string[]): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', `This build has no native kernels for '${wanted}' on this processor.`, {
    fix: `It has ${levels.join(', ')}: name one of these in SPMV_NATIVE_LEVEL, or none.`,
    details: { wanted, levels },
  });
}

/** The addon. Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load. */
export function loadNativeAddon(): NativeAddon {
  return loadAddon(NATIVE_ADDON, unbundledUrl('../package.json', import.meta.url)) as NativeAddon;
}
