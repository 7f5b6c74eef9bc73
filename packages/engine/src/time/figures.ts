import type { Work } from '@spmv/core';

export interface FigureInputs {
  readonly work: Work;
  /** Bytes of the format's arrays, as they are stored on the device. */
  readonly storageBytes: number;
  /** Padding among them that no kernel needs to read. Default 0. */
  readonly unreadBytes?: number;
  /** Median of one product. */
  readonly medianMs: number;
}

/** Compulsory bytes of one product: the format's arrays once, every operand read once and written once. */
export function compulsoryBytes({ work, storageBytes }: Omit<FigureInputs, 'medianMs'>): number {
  return storageBytes + work.operandBytes;
}

/** What one product has to move: {@link compulsoryBytes} less padding that no kernel needs to read. */
export function movedBytes({ unreadBytes = 0, ...inputs }: Omit<FigureInputs, 'medianMs'>): number {
  return compulsoryBytes(inputs) - unreadBytes;
}

/** Operations/T and moved bytes/T, in 1e9 per second. */
export function figures(inputs: FigureInputs): { readonly gflops: number; readonly gbPerSecond: number } {
  const seconds = inputs.medianMs / 1000;
  return { gflops: inputs.work.flops / seconds / 1e9, gbPerSecond: movedBytes(inputs) / seconds / 1e9 };
}
