import type { Work } from '@spmv/core';

export interface FigureInputs {
  readonly work: Work;
  /** Bytes of the format's arrays, as they are stored on the device. */
  readonly storageBytes: number;
  /** Median of one product. */
  readonly medianMs: number;
}

/** Compulsory bytes of one product: the format's arrays once, every operand read once and written once. */
export function compulsoryBytes({ work, storageBytes }: Omit<FigureInputs, 'medianMs'>): number {
  return storageBytes + work.operandBytes;
}

/** Operations/T and compulsory bytes/T, in 1e9 per second. */
export function figures(inputs: FigureInputs): { readonly gflops: number; readonly gbPerSecond: number } {
  const seconds = inputs.medianMs / 1000;
  return { gflops: inputs.work.flops / seconds / 1e9, gbPerSecond: compulsoryBytes(inputs) / seconds / 1e9 };
}
