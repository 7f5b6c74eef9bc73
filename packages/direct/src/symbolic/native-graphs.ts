import type { NativeFunctions } from '@spmv/core';
import type { Adjacency, MinimumDegreeKernels } from '@spmv/reorder';
import { adjacencyOf } from '@spmv/reorder';
import { callsOf } from '../native.ts';
import type { GraphKernels } from './graph-kernels.ts';
import { SMALL, startsOf, supernodeOf, supernodesWith } from './supernodes.ts';

type Numbers = Float64Array | Int32Array;

const OF_ADJACENCY = ['rowIndex', 'colIndex', 'start', 'past', 'neighbours', 'seen', 'n', 'entries'] as const;
const OF_GRAPH = ['start', 'past', 'neighbours', 'order', 'place'] as const;
const OF_TREE = [...OF_GRAPH, 'parent', 'ancestor', 'n'] as const;
const OF_COUNTS = [...OF_GRAPH, 'parent', 'count', 'firstLeaf', 'lastNeighbour', 'lastLeaf', 'ancestor', 'n'] as const;
const OF_ROWS = [...OF_GRAPH, 'supernodeOf', 'parent', 'to', 'rows', 'seenBy', 'n', 'supernodes'] as const;
const OF_POSTORDER = ['parent', 'size', 'child', 'sibling', 'stack', 'at', 'found', 'n'] as const;
const OF_SUPERNODES = ['parent', 'columnCount', 'children', 'first', 'height', 'zeros', 'found', 'n', 'small'] as const;
const OF_TARGETS = [
  'rowStart',
  'colIndex',
  'place',
  'firstPivot',
  'rowsStart',
  'rows',
  'panelStart',
  'pivotOf',
  'start',
  'past',
  'at',
  'others',
  'source',
  'target',
  'n',
  'supernodes',
  'triangle',
] as const;
const OF_LISTS = ['from', 'past', 'neighbours', 'weight', 'start', 'length', 'lists', 'n'] as const;
const OF_ORDER = ['parent', 'pivots', 'number', 'group', 'count', 'order', 'n', 'pivotCount'] as const;
const TRIANGLES = { full: 0, lower: 1, upper: 2 } as const;
const OF_ELIMINATION = [
  'start',
  'length',
  'elements',
  'weight',
  'degree',
  'mark',
  'parent',
  'head',
  'next',
  'last',
  'lists',
  'pivots',
  'bucket',
  'progress',
  'n',
  'deferred',
  'room',
  'count',
] as const;

type Caller = ReturnType<typeof callsOf>;

/** What analyses do, compiled: the same results. Errors: as of `nativeFronts`. */
export function nativeGraphs(functions: NativeFunctions): GraphKernels {
  const called = callsOf(functions);
  return { ...nativeMinimumDegree(called), ...nativeTrees(called), ...nativeSupernodes(called) };
}

const NOTHING = new Int32Array(0);
const integers = (count: number, length: number): readonly Int32Array[] =>
  Array.from({ length: count }, () => new Int32Array(length));
const graphOf = ({ start, end, neighbours }: Adjacency): readonly Numbers[] => [start, end, neighbours];

function nativeTrees(called: Caller): Pick<GraphKernels, 'tree' | 'postorder' | 'counts'> {
  const tree = called('eliminationTree', OF_TREE);
  const postorder = called('postorder', OF_POSTORDER);
  const counts = called('columnCounts', OF_COUNTS);
  return {
    tree(graph, order, place) {
      const n = order.length;
      const parent = new Int32Array(n);
      tree([...graphOf(graph), order, place, parent, new Int32Array(n)], n);
      return parent;
    },
    postorder(parent, size = NOTHING) {
      const n = parent.length;
      const found = new Int32Array(n);
      postorder([parent, size, ...integers(4, n + 2), found], n);
      return found;
    },
    counts(graph, order, place, parent) {
      const n = order.length;
      const count = new Int32Array(n);
      counts([...graphOf(graph), order, place, parent, count, ...integers(4, n)], n);
      return count;
    },
  };
}

function nativeSupernodes(called: Caller): Pick<GraphKernels, 'supernodes' | 'rows' | 'targets'> {
  const supernodes = called('supernodes', OF_SUPERNODES);
  const rows = called('supernodeRows', OF_ROWS);
  const targets = called('entryTargets', OF_TARGETS);
  return {
    supernodes(parent, columnCount) {
      const n = parent.length;
      const [children, first, height] = integers(3, n + 1);
      const found = new Float64Array(1);
      supernodes([parent, columnCount, children, first, height, new Float64Array(n), found], n, SMALL);
      return supernodesWith(parent, first.slice(0, found[0] + 1), height.slice(0, found[0]));
    },
    rows(graph, order, place, { firstPivot, parent, height }) {
      const start = startsOf(height);
      const count = height.length;
      const found = new Int32Array(start[count]);
      const of = supernodeOf(firstPivot);
      const work = [of, parent, start.slice(0, count), found, new Int32Array(count)];
      rows([...graphOf(graph), order, place, ...work], order.length, count);
      return { start, rows: found };
    },
    targets({ n, rowStart, colIndex }, triangle, place, { firstPivot, rowsStart, rows: ids, panelStart }) {
      const nnz = colIndex.length;
      const [pivotOf, others, source] = integers(3, nnz);
      const start = new Int32Array(n + 1);
      const target = new Float64Array(nnz);
      const panels = [firstPivot, rowsStart, ids, panelStart];
      const work = [pivotOf, start, ...integers(2, n), others, source, target];
      targets([rowStart, colIndex, place, ...panels, ...work], n, firstPivot.length - 1, TRIANGLES[triangle]);
      return { entrySource: source.slice(0, start[n]), entryTarget: target.slice(0, start[n]) };
    },
  };
}

function nativeMinimumDegree(called: Caller): Pick<GraphKernels, 'adjacency' | 'minimumDegree'> {
  const adjacency = called('adjacency', OF_ADJACENCY);
  const lists = called('quotientGraph', OF_LISTS);
  const eliminate = called('minimumDegree', OF_ELIMINATION);
  const order = called('eliminationOrder', OF_ORDER);
  const now = new Float64Array(6);
  const minimumDegree: MinimumDegreeKernels = {
    lists: (graph, weight, start, length, to) => lists([...graphOf(graph), weight, start, length, to], graph.nodes),
    eliminate(q, progress, pivots) {
      const { pivotCount, least, stamp, largest } = progress;
      now.set([pivotCount, least, stamp, largest, q.ordered, q.free]);
      const { start, length, elements, weight, degree, mark, parent, head, next, last } = q;
      const graph = [start, length, elements, weight, degree, mark, parent, head, next, last, q.lists];
      eliminate([...graph, progress.pivots, progress.bucket, now], q.n, q.deferred, q.lists.length, pivots);
      [progress.pivotCount, progress.least, progress.stamp, progress.largest, q.ordered, q.free] = now;
    },
    order(parent, pivots, n) {
      const found = new Int32Array(n);
      const work = [...integers(2, n), new Int32Array(pivots.length + 2)];
      order([parent, pivots, ...work, found], n, pivots.length);
      return found;
    },
  };
  return {
    minimumDegree,
    adjacency(places) {
      const { shape, rowIndex, colIndex } = places;
      // JavaScript says what is wrong.
      if (shape.rows !== shape.cols || 2 * rowIndex.length >= 2 ** 31) return adjacencyOf(places);
      const n = shape.rows;
      const [start, end] = [new Int32Array(n + 1), new Int32Array(n)];
      const neighbours = new Int32Array(2 * rowIndex.length);
      adjacency([rowIndex, colIndex, start, end, neighbours, new Int32Array(n)], n, rowIndex.length);
      return { nodes: n, start, end, neighbours };
    },
  };
}
