import { checkOptions, formatBytes, SpmvError } from '@spmv/core';
import type { OptionRules } from '@spmv/core';
import { minimumDegreeSlices } from '@spmv/reorder';
import type { DirectMatrix } from '../csr-arrays.ts';
import { csrArraysOf } from '../csr-arrays.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { AnalysisKernels, GraphKernels } from '../symbolic/graph-kernels.ts';
import { GRAPHS } from '../symbolic/graph-kernels.ts';
import { orderedTree, totalsOf } from '../symbolic/ordered-tree.ts';
import { blocksOf, rowsOf, treeOfRows } from '../symbolic/pairs.ts';
import type { Supernodes } from '../symbolic/supernodes.ts';
import { patternOf } from './pattern.ts';
import { updateRoom } from './update-room.ts';
import type { SymmetricAnalysis, Triangle } from './symmetric.ts';

/** How a symmetric matrix is analyzed. */
export interface SymmetricOptions {
  /** Which entries are read. Default `full`: both triangles are there, and the factorization compares them. */
  readonly triangle?: Triangle;
  /** `amd`, approximate minimum degree, which is the default; `given`, as the matrix is; or an order: `order[k]` is the row that comes to place k. */
  readonly ordering?: 'amd' | 'given' | Int32Array;
  /** Most bytes of factor, updates and index arrays together. Default: no limit. */
  readonly maxBytes?: number;
}

const TRIANGLES: ReadonlySet<unknown> = new Set(['full', 'lower', 'upper']);

const RULES: OptionRules<SymmetricOptions> = {
  triangle: { words: "'full', 'lower' or 'upper'", is: (value) => TRIANGLES.has(value) },
  ordering: {
    words: "'amd', 'given' or an Int32Array",
    is: (value) => value === 'amd' || value === 'given' || value instanceof Int32Array,
  },
  maxBytes: { words: 'a number of at least 0', is: (value) => typeof value === 'number' && value >= 0 },
};

/**
 * What a factorization PAPᵀ = LLᵀ or LDLᵀ will be: ordering, elimination tree, supernodes, fill, operations and bytes, before any of this memory is taken. O(entries of A + rows of supernodes) after the ordering.
 *
 * The values are not read. Loops over the graph are JavaScript, or those of `nativeFronts`. Errors: `PARAM.*` for options; `OPERAND.MATRIX` where A is not square or the order not one of its rows; `FORMAT.OUT_OF_MEMORY` beyond `maxBytes`.
 */
export function analyzeSymmetric(
  matrix: DirectMatrix,
  options: SymmetricOptions = {},
  { graphs }: AnalysisKernels = {},
): SymmetricAnalysis {
  return drained(analyzeSymmetricSlices(matrix, options, graphs));
}

/** The same in slices: the ordering is many of them, each pass over the graph another one. */
export function* analyzeSymmetricSlices(
  matrix: DirectMatrix,
  options: SymmetricOptions = {},
  graphs: GraphKernels = GRAPHS,
): Slices<SymmetricAnalysis> {
  checkOptions('analyzeSymmetric', options, RULES);
  const { triangle = 'full', ordering = 'amd', maxBytes = Infinity } = options;
  const csr = csrArraysOf(matrix);
  const blocks = triangle === 'full' && ordering === 'amd' ? blocksOf(csr) : undefined;
  const graph = blocks ? graphs.adjacency(blocks) : patternOf(csr, triangle, graphs);
  yield 0;
  const first =
    ordering === 'amd' ? yield* minimumDegreeSlices(graph, graphs.minimumDegree) : givenOrder(csr.n, ordering);
  const tree = yield* orderedTree(graph, first, graphs);
  const { order, place, parent, columnCount } = treeOfRows(tree, csr.n);
  yield 1;
  const supernodes = graphs.supernodes(parent, columnCount);
  const { fill, flops } = totalsOf(columnCount);
  const panelStart = panelStarts(supernodes);
  const room = updateRoom(supernodes);
  const rowCount = supernodes.height.reduce((sum, height) => sum + height, 0);
  const own = panelStart[supernodes.height.length] * 8 + room.updateLength * 8 + rowCount * 4;
  const bytes = own + csr.colIndex.length * 12 + csr.n * 16 + supernodes.height.length * 32;
  if (bytes > maxBytes)
    throw new SpmvError(
      'FORMAT.OUT_OF_MEMORY',
      `The factor has ${fill} nonzeros for ${csr.colIndex.length} entries of A; with its updates it takes ${formatBytes(bytes)}, more than maxBytes, ${formatBytes(maxBytes)}.`,
      {
        fix: 'Solve by an iterative method with a preconditioner, or factor with a larger maxBytes.',
        details: { fill, flops, bytes, maxBytes },
      },
    );
  const { start: rowsStart, rows } = rowsOf(graph, tree, supernodes, graphs);
  yield 2;
  return {
    kind: 'symmetric',
    n: csr.n,
    nnz: csr.colIndex.length,
    triangle,
    order,
    parent,
    columnCount,
    firstPivot: supernodes.firstPivot,
    supernodeParent: supernodes.parent,
    rowsStart,
    rows,
    panelStart,
    ...room,
    ...graphs.targets(csr, triangle, place, {
      firstPivot: supernodes.firstPivot,
      rowsStart,
      rows,
      panelStart,
    }),
    fill,
    flops,
    bytes,
  };
}

/** An order of the caller's, checked to name each row once. */
function givenOrder(n: number, ordering: 'given' | Int32Array): Int32Array {
  if (ordering === 'given') return new Int32Array(n).map((_, i) => i);
  const seen = new Uint8Array(n);
  for (const [k, i] of ordering.entries()) {
    if (i >= 0 && i < n && seen[i] === 0) {
      seen[i] = 1;
      continue;
    }
    throw new SpmvError(
      'OPERAND.MATRIX',
      `The ordering has row ${i} at place ${k}, which is ${i >= 0 && i < n ? 'there before' : `not in 0..${n - 1}`}.`,
      {
        fix: 'Give each row once.',
        details: { row: i, place: k, n },
      },
    );
  }
  if (ordering.length === n) return ordering;
  throw new SpmvError('OPERAND.MATRIX', `The ordering has ${ordering.length} rows, and the matrix ${n}.`, {
    fix: 'Give each row once.',
    details: { length: ordering.length, n },
  });
}

/** Where the panel of each supernode begins, and the last one ends. */
function panelStarts({ firstPivot, height }: Supernodes): Float64Array {
  const start = new Float64Array(height.length + 1);
  for (let s = 0; s < height.length; s++) start[s + 1] = start[s] + (firstPivot[s + 1] - firstPivot[s]) * height[s];
  return start;
}
