import type { CooMatrix, MatrixProblem, Precision } from '@spmv/core';
import type { MatrixReference, Reference, SpmvOperands } from '@spmv/core/oracle';
import { roundTo, rowLengthOf, rowStartOf, transposeCoo } from '@spmv/core';
import { emptyReference, REFERENCE_ARRAYS, spmvReference, sumReference } from '@spmv/core/oracle';

/** Terms of each row of AB: for every entry A(i, l) those that row l of B has. */
export function termsOfRows(A: CooMatrix, B: CooMatrix): Float64Array {
  const lengths = rowLengthOf(B);
  const terms = new Float64Array(A.shape.rows);
  const { rowIndex, colIndex } = A;
  for (let k = 0; k < colIndex.length; k++) terms[rowIndex[k]] += lengths[colIndex[k]];
  return terms;
}

/** The matrix of this name of a problem. */
export function matrixOf({ matrices }: Pick<MatrixProblem, 'matrices'>, name: string): CooMatrix {
  const matrix = matrices[name];
  if (!matrix) throw new RangeError(`no matrix ${name} was given`);
  return matrix;
}

/** What is asked of AB besides: a matrix that is added, or one at whose places alone there are entries. */
interface Beside {
  readonly D?: CooMatrix | undefined;
  readonly M?: CooMatrix | undefined;
}

/** Rows of a matrix: of each its columns, and the values there. */
function rowsOf({ colIndex, values, ...coo }: CooMatrix) {
  const start = rowStartOf({ colIndex, values, ...coo });
  return {
    columns: (i: number): Int32Array => colIndex.subarray(start[i], start[i + 1]),
    values: (i: number): ArrayLike<number> => values.subarray(start[i], start[i + 1]),
  };
}

type Rows = ReturnType<typeof rowsOf>;

/** What a row of the result is made of. */
interface RowSources {
  readonly a: Rows;
  readonly b: Rows;
  readonly d: Rows | undefined;
  readonly mask: Rows | undefined;
}

/** Columns of one row of C, increasing. `met` has the last row that met each column: where it is `mark`, this one did. */
function columnsOf(i: number, { a, b, d, mask }: RowSources, met: Int32Array, mark: number): Int32Array {
  const columns: number[] = [];
  const meet = (j: number): void => {
    if (met[j] === mark) return;
    met[j] = mark;
    columns.push(j);
  };
  d?.columns(i).forEach(meet);
  for (const l of a.columns(i)) b.columns(l).forEach(meet);
  return mask ? mask.columns(i).filter((j) => met[j] === mark) : Int32Array.from(columns).sort();
}

/**
 * Rows of αAB + βD nearly exactly, straight from the entries. The values of a row are the product of a matrix with a vector: element (i, j) is Σₗ B(l, j)·A(i, l), so with one row for each entry of C
 * and one column for each entry of A, all rows together are one product for the oracle of y ← αAx + βy, which knows infinities, NaN and the ends of the range. Memory: 16 bytes for each term.
 */
export function productReference(
  A: CooMatrix,
  B: CooMatrix,
  { rows, precision, scalars }: Pick<MatrixProblem, 'rows' | 'precision' | 'scalars'>,
  beside: Beside = {},
): MatrixReference {
  const [a, b] = [rowsOf(A), rowsOf(B)];
  const [d, mask] = [beside.D && rowsOf(beside.D), beside.M && rowsOf(beside.M)];
  const met = new Int32Array(B.shape.cols).fill(-1);
  const parts = Array.from(rows, (i, r) => columnsOf(i, { a, b, d, mask }, met, r));
  const start = new Int32Array(rows.length + 1);
  parts.forEach((columns, r) => (start[r + 1] = start[r] + columns.length));
  const colIndex = new Int32Array(start[rows.length]);
  parts.forEach((columns, r) => colIndex.set(columns, start[r]));
  // Of the row that is walked, the entry of each of its columns; -1 elsewhere.
  const place = met.fill(-1);
  const forEachRow = (visit: (i: number) => void): void =>
    rows.forEach((i, r) => {
      parts[r]?.forEach((j, at) => (place[j] = start[r] + at));
      visit(i);
      parts[r]?.forEach((j) => (place[j] = -1));
    });

  const counts = new Int32Array(colIndex.length + 1);
  const forEachTerm = (visit: (entry: number, column: number, value: number) => void): void => {
    let column = 0;
    forEachRow((i) => {
      for (const l of a.columns(i)) {
        const values = b.values(l);
        b.columns(l).forEach((j, q) => {
          if (place[j] >= 0) visit(place[j], column, values[q]);
        });
        column++;
      }
    });
  };
  forEachTerm((entry) => counts[entry + 1]++);
  for (let e = 0; e < colIndex.length; e++) counts[e + 1] += counts[e];
  const terms = counts[colIndex.length];
  const next = counts.slice();
  const [rowIndex, termColumns, values] = [new Int32Array(terms), new Int32Array(terms), new Float64Array(terms)];
  forEachTerm((entry, column, value) => {
    const at = next[entry]++;
    rowIndex[at] = entry;
    termColumns[at] = column;
    values[at] = value;
  });
  const x = Float64Array.from(Array.from(rows).flatMap((i) => Array.from(a.values(i))));
  const coo = { shape: { rows: colIndex.length, cols: x.length }, rowIndex, colIndex: termColumns, values };
  const y = new Float64Array(colIndex.length);
  const isAdded = new Uint8Array(colIndex.length);
  if (d)
    forEachRow((i) =>
      d.columns(i).forEach((j, k) => {
        isAdded[place[j]] = 1;
        y[place[j]] = d.values(i)[k];
      }),
    );
  const alpha = scalars['alpha'] ?? 1;
  const beta = d ? (scalars['beta'] ?? 1) : 0;
  // Beside an infinite β, what is not there is not 0.
  const absent = Number.isFinite(beta) ? undefined : referenceOf({ coo, x, y, alpha, beta: 0 }, precision);
  const made = referenceOf({ coo, x, y, alpha, beta }, precision);
  if (absent) isAdded.forEach((is, e) => is === 0 && copyElement(absent, e, made, e));
  return { rows, start, colIndex, values: made };
}

/** αAx + βy with α a factor like any other: 0·NaN is NaN, and so may be 0 times a sum that overflows on the way. */
function referenceOf(operands: SpmvOperands, precision: Precision): Reference {
  const result = spmvReference(operands, precision);
  if (operands.alpha !== 0) return result;
  const { high, partial, terms, flush } = spmvReference({ ...operands, alpha: 1, beta: 0 }, precision);
  const made = result.high.map((value, e) => (Number.isFinite(high[e]) ? value : Number.NaN));
  return { ...result, high: made, partial, terms, flush };
}

function copyElement(source: Reference, from: number, target: Reference, to: number): void {
  for (const name of REFERENCE_ARRAYS) target[name][to] = source[name][from];
}

/** Elements of a reference as one of their own, in this order. */
function chosen(all: Reference, elements: readonly number[]): Reference {
  const some = emptyReference(all.precision, elements.length);
  elements.forEach((from, to) => copyElement(all, from, some, to));
  return some;
}

/**
 * Rows of PᵀAP nearly exactly. Rows of PᵀA first; element (i, j) is the sum over its row of them, each entry with its own bound, times P(l, j). A sum of t products of three may be taken in any order:
 * each of them has at most t + 1 roundings then, so its bound has t + 1 terms.
 */
export function galerkinReference(problem: MatrixProblem): MatrixReference {
  const { rows, precision } = problem;
  const [A, P] = [matrixOf(problem, 'A'), matrixOf(problem, 'P')];
  const first = productReference(transposeCoo(P), A, { rows, precision, scalars: {} });
  const p = rowsOf(P);
  const start = new Int32Array(rows.length + 1);
  const [colIndex, found]: [number[], Reference[]] = [[], []];
  for (let r = 0; r < rows.length; r++) {
    const columns = new Map<number, { readonly from: number[]; readonly z: number[] }>();
    for (let e = first.start[r]; e < first.start[r + 1]; e++) {
      const l = first.colIndex[e];
      const factors = p.values(l);
      p.columns(l).forEach((j, q) => {
        const terms = columns.get(j) ?? { from: [], z: [] };
        terms.from.push(e);
        terms.z.push(roundTo(precision, factors[q]));
        columns.set(j, terms);
      });
    }
    for (const [j, { from, z }] of [...columns].sort(([a], [b]) => a - b)) {
      const y = chosen(first.values, from);
      const sum = sumReference(y, Float64Array.from(z));
      sum.terms[0] = y.terms.reduce((total, terms) => total + terms, 1);
      colIndex.push(j);
      found.push(sum);
    }
    start[r + 1] = colIndex.length;
  }
  const values = emptyReference(precision, found.length);
  found.forEach((one, e) => copyElement(one, 0, values, e));
  return { rows, start, colIndex: Int32Array.from(colIndex), values };
}
