import type { OptionRules } from '@spmv/core';
import { checkOptions, numberOption } from '@spmv/core';
import type { Adjacency, MinimumDegreeKernels, Places } from '@spmv/reorder';
import { adjacencyOf } from '@spmv/reorder';
import { columnCounts, eliminationTree, postorder } from './elimination-tree.ts';
import { entryTargets } from './entry-targets.ts';
import { supernodeRows, supernodesOf } from './supernodes.ts';

/** Loops over whole numbers that analyses are made of. Compiled ones have the same results. */
export interface GraphKernels {
  readonly adjacency: (places: Places) => Adjacency;
  /** Default: JavaScript of `@spmv/reorder`. */
  readonly minimumDegree?: MinimumDegreeKernels;
  readonly tree: typeof eliminationTree;
  readonly postorder: typeof postorder;
  readonly counts: typeof columnCounts;
  readonly supernodes: typeof supernodesOf;
  readonly rows: typeof supernodeRows;
  readonly targets: typeof entryTargets;
}

/** What an analysis is made by. Default: JavaScript. */
export interface AnalysisKernels {
  readonly graphs?: GraphKernels;
}

/** How LU is analyzed. */
export interface GeneralOptions extends AnalysisKernels {
  /** Most bytes of the factors that are expected. Default: no limit. */
  readonly maxBytes?: number;
}

const LIMIT: OptionRules<Pick<GeneralOptions, 'maxBytes'>> = { maxBytes: numberOption(0, Infinity) };

/** The limit that an analysis has. Errors: `PARAM.OUT_OF_RANGE`. */
export function limitOf(what: string, { maxBytes = Infinity }: GeneralOptions): number {
  checkOptions(what, { maxBytes }, LIMIT);
  return maxBytes;
}

/** Those in JavaScript. */
export const GRAPHS: GraphKernels = {
  adjacency: adjacencyOf,
  tree: eliminationTree,
  postorder,
  counts: columnCounts,
  supernodes: supernodesOf,
  rows: supernodeRows,
  targets: entryTargets,
};
