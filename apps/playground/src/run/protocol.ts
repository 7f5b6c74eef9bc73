import type { CooMatrix, Precision } from '@spmv/core';
import type { RunEnd } from '@spmv/engine';
import type { KeeperMessage } from '@spmv/engine/keeper';

/** What is to be run. */
export interface RunRequest {
  readonly name: string;
  /** As the command would name it. */
  readonly source: string;
  readonly coo: CooMatrix;
  readonly readMs: number;
  /** Absent lists mean all there are. */
  readonly formats?: readonly string[];
  readonly backends?: readonly string[];
  readonly precisions?: readonly Precision[];
  /** Samples of each combination. */
  readonly runs: number;
  /** Milliseconds that the run may take; absent: without end. */
  readonly budgetMs?: number;
  /** Processors that the browser tells of. */
  readonly cores: number;
}

/** How far a run has come. */
export interface RunProgress {
  /** What it does now. */
  readonly step: string;
  /** Combinations that were checked, and all of them. */
  readonly checked: number;
  readonly total: number;
  /** Samples that were taken, and all of those that are to be. */
  readonly samples: number;
  readonly allSamples: number;
}

/** From the worker. */
export type FromRunWorker =
  | { readonly kind: 'keep'; readonly message: KeeperMessage }
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'ended'; readonly problem: RunEnd['problem'] };
