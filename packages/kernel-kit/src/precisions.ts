import type { KernelPrecision, KernelContext } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

/** Sums of f64 values in f64 and of f32 values in f32, as most kernels in WebAssembly and CUDA keep them. */
export const SUMS_AS_STORED: readonly KernelPrecision[] = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f32' },
];

/** Sums in f64 whatever the values: JavaScript has no other numbers. */
export const SUMS_IN_F64: readonly KernelPrecision[] = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f64' },
];

/** The same, and f32 values in a product of f64: half the bytes of A, exact where its values are f32 numbers. */
export const NARROW_VALUES_TOO: readonly KernelPrecision[] = [
  ...SUMS_IN_F64,
  { precision: 'f64', accumulator: 'f64', stored: 'f32' },
];

/** What a WGSL text that is written in the backend's arithmetic computes in: one text serves all of these. */
export const WGSL_PRECISIONS: readonly KernelPrecision[] = [
  { precision: 'f32', accumulator: 'f32' },
  { precision: 'df64', accumulator: 'df64' },
  { precision: 'f16', accumulator: 'f32' },
];

/** Bytes of a stored value in the precision of this product. */
export function valueBytes({ precision }: Pick<KernelContext, 'precision'>): number {
  return PRECISIONS[precision.precision].storedBytes;
}

/** Bytes of a sum in the precision of this product. */
export function sumBytes({ precision }: Pick<KernelContext, 'precision'>): number {
  return PRECISIONS[precision.accumulator].storedBytes;
}
