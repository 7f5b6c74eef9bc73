import type { Precision, Shape } from '@spmv/core';

const BYTES: Readonly<Record<Precision, number>> = { f64: 8, f32: 4, f16: 2, df64: 8 };

export interface FigureInputs {
  readonly shape: Shape;
  readonly nnz: number;
  readonly precision: Precision;
  /** Bytes of the format's arrays. */
  readonly storageBytes: number;
  readonly beta: number;
  /** Median of one product. */
  readonly medianMs: number;
}

/** Compulsory bytes of one product: the format's arrays once, x once, y once, or twice when it is read. */
export function compulsoryBytes({ shape, precision, storageBytes, beta }: Omit<FigureInputs, 'medianMs' | 'nnz'>): number {
  return storageBytes + BYTES[precision] * (shape.cols + shape.rows * (beta === 0 ? 1 : 2));
}

/** 2·nnz/T and compulsory bytes/T, in 1e9 per second. */
export function figures(inputs: FigureInputs): { readonly gflops: number; readonly gbPerSecond: number } {
  const seconds = inputs.medianMs / 1000;
  return { gflops: (2 * inputs.nnz) / seconds / 1e9, gbPerSecond: compulsoryBytes(inputs) / seconds / 1e9 };
}
