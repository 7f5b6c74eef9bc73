import type { JsArguments, NamedArrays, Shape } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { tooManyEntries } from '@spmv/kernel-kit';
import * as passes from './js/gustavson.ts';
import { roomFor } from './kernels/js-csr.ts';

/** A matrix by rows on the host: entries `rowStart[i]` … `rowStart[i + 1] − 1` are those of row i, their columns increase. */
export interface CsrMatrix {
  readonly shape: Shape;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

type Arguments = JsArguments & { readonly memory: NamedArrays };

const namedArrays = (name: string, { rowStart, colIndex, values }: CsrMatrix): Record<string, NamedArrays[string]> => ({
  [`${name}.rowStart`]: rowStart,
  [`${name}.colIndex`]: colIndex,
  [`${name}.values`]: values,
});

const withArrays = (args: Arguments, arrays: NamedArrays): Arguments =>
  ({ ...args, memory: { ...args.memory, ...arrays } }) as unknown as Arguments;

/** What the passes of AB take, with its terms counted. */
function begun(A: CsrMatrix, B: CsrMatrix): Arguments {
  const { rows } = A.shape;
  const memory = {
    ...namedArrays('A', A),
    ...namedArrays('B', B),
    'work.terms': new Float64Array(rows + 1),
    'work.low': new Int32Array(rows),
    'work.span': new Int32Array(rows),
    'work.totals': new Float64Array(4),
  };
  const first = { memory, numbers: roomFor(rows, []), scratch: {}, begin: 0, end: rows, worker: 0, alpha: 1 };
  passes.countTerms(first as unknown as Arguments);
  passes.startTerms(first as unknown as Arguments);
  const numbers = roomFor(rows, memory['work.totals']);
  const scratch = {
    set: new Int32Array(numbers.setWords),
    sums: new Float64Array(numbers.sums),
    keys: new Int32Array(numbers.keys),
  };
  return { ...first, numbers, scratch } as unknown as Arguments;
}

/** A product after its symbolic phase: the rows of C and their lengths are known, columns and values are there for rows that were filled. */
export interface BegunProduct {
  readonly C: CsrMatrix;
  /** Terms, a multiplication and an addition each, of rows 0 … i − 1 at i; length rows + 1. */
  readonly termStart: Float64Array;
  /** The numeric phase of rows `begin` … `end` − 1. */
  fill(begin: number, end: number): void;
}

/**
 * C ← AB by the passes of `jsCsr`, in this thread and without a backend, in two phases: for whoever looks at C while it grows, or has other work between its rows. The shapes have to fit.
 * Errors: `KERNEL.REFUSED` beyond 2³¹−1 entries.
 */
export function beginProductOnHost(A: CsrMatrix, B: CsrMatrix): BegunProduct {
  const args = begun(A, B);
  const rowStart = new Int32Array(A.shape.rows + 1);
  const counting = withArrays(args, { 'C.rowStart': rowStart });
  passes.countEntries(counting);
  passes.startRows(counting);
  const nnz = (args.memory['work.totals'] as Float64Array)[0];
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  const C: CsrMatrix = {
    shape: { rows: A.shape.rows, cols: B.shape.cols },
    rowStart,
    colIndex: new Int32Array(nnz),
    values: new Float64Array(nnz),
  };
  return {
    C,
    termStart: args.memory['work.terms'] as Float64Array,
    fill: (begin, end) => passes.fill(withArrays({ ...args, begin, end } as Arguments, namedArrays('C', C))),
  };
}
