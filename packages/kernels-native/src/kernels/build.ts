import type { KernelPrecision, NativePass } from '@spmv/core';
import type { CalledPass } from '@spmv/kernel-kit';
import { fullPrecisionsOf, NARROW_VALUES, precisionsOf, unbundledUrl } from '@spmv/kernel-kit';

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

/** f64, f32, and f32 values in products of f64. */
export const PRECISIONS: readonly KernelPrecision[] = [...fullPrecisionsOf('native'), NARROW_VALUES];

/** {@link PRECISIONS}, and f16 and bf16: A, x and y of 16 bits, sums in f32. */
export const WITH_HALVES: readonly KernelPrecision[] = [...precisionsOf('native'), NARROW_VALUES];
