import type { Precision, Shape } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

export interface FigureInputs {
  readonly shape: Shape;
  readonly nnz: number;
  readonly precision: Precision;
  /** Bytes of the format's arrays, in this precision. */
  readonly storageBytes: number;
  readonly beta: number;
  /** Median of one product. */
  readonly medianMs: number;
}

/** Compulsory bytes of one product: the format's arrays once, x once, y once, or twice when it is read. */
export function compulsoryBytes({
  shape,
  precision,
  storageBytes,
  beta,
}: Omit<FigureInputs, 'medianMs' | 'nnz'>): number {
  return storageBytes + PRECISIONS[precision].storedBytes * (shape.cols + shape.rows * (beta === 0 ? 1 : 2));
}

/** 2·nnz/T and compulsory bytes/T, in 1e9 per second. */
export function figures(inputs: FigureInputs): { readonly gflops: number; readonly gbPerSecond: number } {
  const seconds = inputs.medianMs / 1000;
  return { gflops: (2 * inputs.nnz) / seconds / 1e9, gbPerSecond: compulsoryBytes(inputs) / seconds / 1e9 };
}
