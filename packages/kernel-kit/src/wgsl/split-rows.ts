import type { ArrayName } from '../operands.ts';
import type { WgslKernelDispatch } from './wgsl-kernel.ts';

/** Up to this number of partial sums, one thread adds up a split row. A workgroup adds up longer ones. */
const SHORT = 8;

/** Split rows: (row, first partial sum, the one after the last) of each; the partial sums of one row follow those of the row before. */
export type SplitRows = Uint32Array;

/** Takes one split row, whose partial sums are begin ... end - 1. */
export type SplitRowVisitor = (row: number, begin: number, end: number) => void;

/** The split rows that `walk` visits. It walks twice, once to count them: there may be more than a plain array holds. */
export function collectSplitRows(walk: (visit: SplitRowVisitor) => void): SplitRows {
  let count = 0;
  walk(() => void count++);
  const splitRows = new Uint32Array(3 * count);
  let at = 0;
  walk((...one) => {
    splitRows.set(one, at);
    at += 3;
  });
  return splitRows;
}

/** Calls `visit` with every split row. */
export function visitSplitRows(splitRows: SplitRows, visit: SplitRowVisitor): void {
  for (let r = 0; r < splitRows.length; r += 3) visit(splitRows[r], splitRows[r + 1], splitRows[r + 2]);
}

/** Those of at least `least` partial sums and at most `most`. */
function ofSize(splitRows: SplitRows, least: number, most: number): SplitRows {
  return collectSplitRows((visit) =>
    visitSplitRows(splitRows, (row, begin, end) => {
      if (end - begin >= least && end - begin <= most) visit(row, begin, end);
    }),
  );
}

/** The arrays that finish-split-rows.wgsl reads, of the rows of at least `least` partial sums. */
export function splitRowArrays(
  splitRows: SplitRows,
  least = 0,
): { readonly shortSplitRows: SplitRows; readonly longSplitRows: SplitRows } {
  return {
    shortSplitRows: ofSize(splitRows, least, SHORT),
    longSplitRows: ofSize(splitRows, Math.max(least, SHORT + 1), Infinity),
  };
}

/** Where the partial sums are: number p is sum number p·stride + first of `array`. */
export interface PartialPlace {
  readonly array: ArrayName;
  readonly stride: number;
  readonly first: number;
}

/** The dispatches that finish split rows, each left out when there are none. */
export function splitRowDispatches(
  blockSize: number,
  { array, stride, first }: PartialPlace = { array: 'scratch.partials', stride: 1, first: 0 },
): readonly WgslKernelDispatch[] {
  const common = {
    texts: [new URL('../../wgsl/finish-split-rows.wgsl', import.meta.url)],
    readsX: false,
    constants: { blockSize, stride, first },
  };
  return [
    {
      ...common,
      entryPoint: 'finishShort',
      arrays: ['splitRows: u32 = auxiliary.shortSplitRows', `partials: Sum = ${array}`],
      groups: { auxiliary: 'shortSplitRows', per: 3 * blockSize },
    },
    {
      ...common,
      entryPoint: 'finishLong',
      arrays: ['splitRows: u32 = auxiliary.longSplitRows', `partials: Sum = ${array}`],
      groups: { auxiliary: 'longSplitRows', per: 3 },
    },
  ];
}
