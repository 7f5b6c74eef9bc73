import type { CpuScratch, KernelContext, KernelPrecision, Precision, TargetId } from '@spmv/core';
import { elementBytes, numbersOf, PRECISIONS, precisionsWith } from '@spmv/core';

/** Whether numbers of a precision are pairs, as complex ones are. */
export function hasPairs(precision: Precision): boolean {
  return PRECISIONS[precision].components === 2;
}

/** What most kernels of a target compute in: each precision of real numbers, or of complex ones, that the target has, with the sums it keeps there. */
export function precisionsOf(target: TargetId, components: 1 | 2 = 1): readonly KernelPrecision[] {
  return precisionsWith(components).flatMap((precision) => {
    // By any name: a package may bring a target that core does not know.
    const targets: Readonly<Record<string, { readonly sums: Precision } | undefined>> = PRECISIONS[precision].targets;
    const found = targets[target];
    return found ? [{ precision, accumulator: found.sums }] : [];
  });
}

/** Those of real and of complex numbers. */
export function everyPrecisionOf(target: TargetId): readonly KernelPrecision[] {
  return [...precisionsOf(target), ...precisionsOf(target, 2)];
}

/** The same in which sums have the type of the values. */
export function sumsAsStored(target: TargetId): readonly KernelPrecision[] {
  return everyPrecisionOf(target).filter(({ precision, accumulator }) => accumulator === precision);
}

/** Those of a target that are stored as the host has them: f64 and f32. */
export function fullPrecisionsOf(target: TargetId): readonly KernelPrecision[] {
  return precisionsOf(target).filter(({ precision }) => {
    const { host, storedBytes } = PRECISIONS[precision];
    return storedBytes === elementBytes(host);
  });
}

/** f32 values in a product of f64: half the bytes of the values of A, exact where these are f32 numbers. */
export const NARROW_VALUES: KernelPrecision = { precision: 'f64', accumulator: 'f64', stored: 'f32' };

/** Those of JavaScript, and {@link NARROW_VALUES}. */
export const NARROW_VALUES_TOO: readonly KernelPrecision[] = [...precisionsOf('js'), NARROW_VALUES];

/** Memory for `length` values of a precision as a CPU computes with them. */
export function scratchFor(precision: Precision, length: number): Pick<CpuScratch, 'element' | 'length'> {
  return { element: PRECISIONS[precision].host, length: numbersOf(precision, length) };
}

/** Bytes of a stored value in the precision of this product. */
export function valueBytes({ precision }: Pick<KernelContext, 'precision'>): number {
  return PRECISIONS[precision.precision].storedBytes;
}

/** Bytes of a sum in the precision of this product. */
export function sumBytes({ precision }: Pick<KernelContext, 'precision'>): number {
  return PRECISIONS[precision.accumulator].storedBytes;
}
