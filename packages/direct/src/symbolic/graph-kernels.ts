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
