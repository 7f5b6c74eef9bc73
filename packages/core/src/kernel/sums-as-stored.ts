import type { KernelPrecision } from './kernel.ts';

/** What a kernel computes in that sums values of f64 in f64 and of f32 in f32, as most on processors and on CUDA do. */
export const SUMS_AS_STORED: readonly KernelPrecision[] = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f32' },
];
