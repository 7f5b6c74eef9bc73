import type { DenseLayout, Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { denseSteps, roundTo } from '@spmv/core';
import {
  addDoubleDouble,
  emptyReference,
  exactRow,
  FLUSH_UNIT,
  scaleDoubleDouble,
  twoProduct,
} from '@spmv/core/oracle';
import { narrowingOf } from './accuracy.ts';
import { askedSamples, samplesOf } from './samples.ts';

/** Up to here no step of the double-double arithmetic leaves the range of f64. */
const LARGE = 2 ** 1000;

/** Whether a finite number is so large that products and sums of it have to be computed in integers. */
function isLarge(value: number): boolean {
  return Math.abs(value) >= LARGE && Number.isFinite(value);
}

/** Row or column `line` of matrix `b` of an operand, rounded to the precision. */
type ReadLine = (b: number, line: number) => Float64Array;

function readLines(
  layout: DenseLayout,
  buffer: ValueArray,
  along: 'row' | 'col',
  round: (value: number) => number,
): ReadLine {
  const steps = denseSteps(layout);
  const [length, step, next] =
    along === 'row' ? [layout.cols, steps.col, steps.row] : [layout.rows, steps.row, steps.col];
  return (b, line) => {
    const values = new Float64Array(length);
    const first = b * layout.batchStride + line * next;
    for (let l = 0; l < length; l++) values[l] = round(buffer[first + l * step]);
    return values;
  };
}

/** Remembers the lines it was asked for, as long as they are few. */
function remembered(read: ReadLine, most: number): ReadLine {
  const known = new Map<number, Float64Array>();
  let of = -1;
  return (b, line) => {
    if (b !== of || known.size >= most) known.clear();
    of = b;
    const found = known.get(line) ?? read(b, line);
    known.set(line, found);
    return found;
  };
}

interface Sum {
  readonly high: number;
  readonly low: number;
  /** Σ|aₗbₗ| over finite terms, infinite beyond {@link LARGE}; and what flushing costs. */
  readonly absolute: number;
  readonly flush: number;
}

/** Above this the splitter overflows: such rows are computed in integers. */
const SPLIT_LIMIT = 2 ** 996;
const SPLITTER = 2 ** 27 + 1;

/** Σ aₗbₗ in double-double. The steps are those of `twoProduct` and `addDoubleDouble` of core, written out: nothing is allocated for a term. */
function dot(a: Float64Array, b: Float64Array): Sum {
  let high = 0;
  let low = 0;
  let absolute = 0;
  let small = 0;
  for (let l = 0; l < a.length; l++) {
    const x = a[l];
    const y = b[l];
    const product = x * y;
    small += Math.abs(x) + Math.abs(y);
    absolute += Math.abs(product);
    const xt = SPLITTER * x;
    const xh = xt - (xt - x);
    const xl = x - xh;
    const yt = SPLITTER * y;
    const yh = yt - (yt - y);
    const yl = y - yh;
    const sum = high + product;
    const part = sum - high;
    low += high - (sum - part) + (product - part) + (xl * yl - (product - xh * yh - xl * yh - xh * yl));
    high = sum;
  }
  if (absolute < LARGE && small < SPLIT_LIMIT) return { high, low, absolute, flush: (small + a.length) * FLUSH_UNIT };
  return dotOfAnything(a, b);
}

/** The same with infinities, NaN and numbers near the end of f64, of which the caller computes the finite ones in integers. */
function dotOfAnything(a: Float64Array, b: Float64Array): Sum {
  let sum = { high: 0, low: 0 };
  let absolute = 0;
  let small = 0;
  for (let l = 0; l < a.length; l++) {
    const [x, y] = [a[l], b[l]];
    const size = Math.abs(x * y);
    small += Math.abs(x) + Math.abs(y) + 1;
    if (Number.isFinite(x) && Number.isFinite(y))
      absolute += size < LARGE && !isLarge(x) && !isLarge(y) ? size : Number.POSITIVE_INFINITY;
    sum = addDoubleDouble(sum, twoProduct(x, y));
  }
  return { ...sum, absolute, flush: small * FLUSH_UNIT };
}

/** The same for numbers of at most 24 bits, whose products are exact: most of what is checked. */
function dotOfExactProducts(a: Float64Array, b: Float64Array): Sum {
  let high = 0;
  let low = 0;
  let absolute = 0;
  let small = 0;
  for (let l = 0; l < a.length; l++) {
    const x = a[l];
    const y = b[l];
    const term = x * y;
    const sum = high + term;
    const part = sum - high;
    low += high - (sum - part) + (term - part);
    high = sum;
    absolute += Math.abs(term);
    small += Math.abs(x) + Math.abs(y);
  }
  if (Number.isFinite(absolute)) return { high, low, absolute, flush: (small + a.length) * FLUSH_UNIT };
  return dotOfAnything(a, b);
}

const largest = (values: Float64Array): number => {
  let most = 0;
  for (const value of values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return most;
};
const total = (values: Float64Array): number => {
  let sum = 0;
  for (const value of values) if (Number.isFinite(value)) sum += Math.abs(value);
  return sum;
};

/**
 * C = αAB + βC in double-double, straight from the operands, each element by itself: of a large product samples of the elements
 * (see `samplesOf`). α = 0 and β = 0 read neither A and B nor C. Element (i, j) costs k double-double operations; near the end of f64 it
 * is computed in integers.
 */
export function gemmReference({ options, sizes, buffers, layouts, scalars, precision, elements }: Problem): Reference {
  const { m = 0, n = 0, k = 0, batch = 1 } = sizes;
  const { A, B, C } = layouts;
  const { A: a, B: b, C: c } = buffers;
  if (!A || !B || !C || !a || !b || !c) throw new RangeError('gemm needs A, B and C');
  const round = (value: number): number => roundTo(precision, value);
  const [alpha, beta] = [round(scalars['alpha'] ?? 1), round(scalars['beta'] ?? 0)];
  const narrowing = narrowingOf(options['accuracy']);
  const asked = elements?.['C'];
  const samples = asked ? askedSamples(C, asked) : samplesOf(m, n, k, batch);
  const steps = denseSteps(C);
  const columns = samples.columns.map((j) => ({ j, rows: samples.rowsOf(j) }));
  const ascending = new Int32Array(batch * columns.reduce((sum, { rows }) => sum + rows.length, 0));
  let listed = 0;
  for (let q = 0; q < batch; q++)
    for (const { j, rows } of columns)
      for (const i of rows) ascending[listed++] = q * C.batchStride + i * steps.row + j * steps.col;
  ascending.sort();
  const allowance = narrowing.relative > 0 ? new Float64Array(ascending.length) : undefined;
  const reference: Reference = {
    ...emptyReference(precision, ascending.length),
    elements: ascending,
    ...(allowance ? { allowance } : {}),
  };
  const rowOf = remembered(readLines(A, a, 'row', round), Math.max(1, Math.floor(2 ** 23 / Math.max(1, k))));
  const columnOf = readLines(B, b, 'col', round);
  const sumOf = precision === 'f64' || precision === 'df64' ? dot : dotOfExactProducts;
  const placeOf = placesIn(ascending);
  for (let q = 0; q < batch; q++) {
    for (const { j, rows } of columns) {
      if (rows.length === 0) continue;
      const column = alpha === 0 ? new Float64Array(0) : columnOf(q, j);
      const [columnMost, columnTotal] = allowance ? [largest(column), total(column)] : [0, 0];
      for (const i of rows) {
        const row = alpha === 0 ? new Float64Array(0) : rowOf(q, i);
        const element = q * C.batchStride + i * steps.row + j * steps.col;
        const at = placeOf(element);
        const old = beta === 0 ? 0 : round(c[element]);
        setElement(reference, at, { row, column, terms: k, alpha, beta, old, sum: sumOf(row, column) });
        if (!allowance) continue;
        const { relative, absolute } = narrowing;
        const size = reference.partial[at] * relative;
        const beside = absolute === 0 ? 0 : absolute * (largest(row) * columnTotal + columnMost * total(row));
        allowance[at] = Math.abs(alpha) * (size + beside);
        // Pieces of an infinity are infinity and 0, and 0 times it is NaN: which of both comes out is not promised.
        if (!Number.isFinite(reference.high[at])) reference.partial[at] = Number.POSITIVE_INFINITY;
      }
    }
  }
  return reference;
}

/** The place of an element in an ascending list. */
function placesIn(ascending: Int32Array): (element: number) => number {
  return (element) => {
    let [low, high] = [0, ascending.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ascending[middle] < element) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

interface Element {
  readonly row: Float64Array;
  readonly column: Float64Array;
  readonly terms: number;
  readonly alpha: number;
  readonly beta: number;
  readonly old: number;
  readonly sum: Sum;
}

function setElement(reference: Reference, at: number, element: Element): void {
  const { row, column, terms, alpha, beta, old, sum } = element;
  reference.terms[at] = terms;
  const added = beta === 0 ? { high: 0, low: 0 } : twoProduct(beta, old);
  const result = addDoubleDouble(alpha === 0 ? { high: 0, low: 0 } : scaleDoubleDouble(sum, alpha), added);
  const magnitude =
    (Number.isFinite(alpha) ? Math.abs(alpha) * sum.absolute : 0) +
    (Number.isFinite(beta) && Number.isFinite(old) ? Math.abs(beta * old) : 0);
  reference.flush[at] =
    FLUSH_UNIT * (1 + Math.abs(beta) * (Math.abs(old) + 1)) + Math.abs(alpha) * (sum.flush + FLUSH_UNIT);
  if (sum.absolute < LARGE && magnitude < LARGE && ![alpha, beta, old].some(isLarge)) {
    reference.high[at] = result.high;
    reference.low[at] = result.low;
    reference.magnitude[at] = magnitude;
    reference.partial[at] = sum.absolute;
    return;
  }
  const exact = exactRow({ a: Array.from(row), x: Array.from(column), alpha, beta, y: old });
  for (const name of ['high', 'low', 'magnitude', 'exponent', 'partial'] as const) reference[name][at] = exact[name];
}
