import type { Exchange, Streaming, Work, WorkerTimes } from '@spmv/core';
import type { CaseProblem, RunnableCase } from '../plan/case.ts';

/** How much of an operand that is written was compared with exact results. */
export interface ComparedOperand {
  readonly operand: string;
  readonly compared: number;
  /** All that it has, gaps not counted. */
  readonly elements: number;
}

/** How a checked combination did. */
export interface CheckOutcome {
  /** Largest error ratio over all products checked. */
  readonly errorRatio: number;
  /** By operand, of one product. */
  readonly compared: readonly ComparedOperand[];
  /** Elements of all products that are infinite or NaN where some order of summation overflows: they are not judged. */
  readonly unjudged: number;
  /** Where it was worst. */
  readonly worst: {
    readonly variant: string;
    readonly operand: string;
    /** Place in the operand's memory. */
    readonly row: number;
    readonly got: number;
    readonly expected: number;
  };
  /** Backward error of the x and b that came with the matrix, f64 only. */
  readonly solutionError: number | null;
}

/** Times of a combination that validated. */
export interface TimeOutcome {
  readonly clock: 'device' | 'host';
  /** One product per sample, or the mean of `batch` products. */
  readonly samplesMs: Float64Array;
  readonly hostSamplesMs: Float64Array;
  /** Products per host sample. */
  readonly batch: number;
  /** The very first product, which the samples leave out. */
  readonly firstMs: number;
  /** Present where it was clearly slower than the fastest, and took no further samples; see `beaten`. */
  readonly beaten?: true;
  /** What each worker did in one product, on average over the samples of the host's clock; absent where that was not counted. */
  readonly workers?: readonly WorkerTimes[];
}

/** The matrix that a combination made, what that took, and its two phases. */
export interface MadeMatrix {
  /** What the operation calls it. */
  readonly operand: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  /** Multiplications that were needed for its entries, each with an addition. */
  readonly terms: number;
  /** Bytes of its arrays. */
  readonly bytes: number;
  /** Most bytes that the kernel took at once besides operands and result, and what it said before it took them. */
  readonly workBytes: number;
  readonly boundBytes: number | null;
  /** Times that the host waited for numbers, and their bytes. */
  readonly reads: number;
  readonly readBytes: number;
  /** Medians of the phases of the timed products; null where nothing is timed. */
  readonly symbolicMs: number | null;
  readonly numericMs: number | null;
  /** Of a numeric phase over again, at the positions that are there. */
  readonly againMs: number | null;
}

/** What became of a combination that was run. */
export interface CaseRun {
  readonly case: RunnableCase;
  readonly problem?: CaseProblem;
  /** Of one product as it is timed. */
  readonly work?: Work;
  readonly storageBytes: number | null;
  readonly bytesResident: number | null;
  /** See `Operator.occupancy`. */
  readonly occupancy?: number;
  /** See `Operator.streaming`. */
  readonly streaming?: Streaming;
  /** See `Operator.exchange`; counted over the products of the check. */
  readonly exchange?: Exchange;
  readonly convertMs: number | null;
  readonly prepareMs: number | null;
  readonly check?: CheckOutcome;
  readonly times?: TimeOutcome;
  /** Where the result is a stored matrix. */
  readonly made?: MadeMatrix;
}
