import type { KernelPrecision, NativePass } from '@spmv/core';
import type { CalledPass } from '@spmv/kernel-kit';
import { everyPrecisionOf, fullPrecisionsOf, NARROW_VALUES, precisionsOf, unbundledUrl } from '@spmv/kernel-kit';

/** Which of the compiled versions kernels run. */
export interface NativeBuild {
  /** A set of instructions by name, for tests: `avx2`, `sse4`. Default: the best that the processor has. */
  readonly level?: string;
}

/** The module that knows the functions of the addon. */
export const FUNCTIONS: URL = unbundledUrl('../functions.ts', import.meta.url);

/** Name of a function in this build. */
export function leveled({ level }: NativeBuild, name: string): string {
  return level === undefined ? name : `${level}/${name}`;
}

/** A pass by a function of the addon. */
export function inAddon(build: NativeBuild, pass: CalledPass): NativePass {
  return { ...pass, module: FUNCTIONS.href, export: leveled(build, pass.export) };
}

/** Those that are stored as the host has them: real numbers, and complex ones. */
export const FULL: readonly KernelPrecision[] = [...fullPrecisionsOf('native'), ...precisionsOf('native', 2)];

/** The same, and f32 values in products of f64. */
export const PRECISIONS: readonly KernelPrecision[] = [...FULL, NARROW_VALUES];

/** {@link PRECISIONS}, and f16 and bf16: A, x and y of 16 bits, sums in f32. */
export const WITH_HALVES: readonly KernelPrecision[] = [...everyPrecisionOf('native'), NARROW_VALUES];
