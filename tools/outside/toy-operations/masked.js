import { emptyReference } from '@spmv/core/oracle';
import { JS, rounded } from './kernel.js';

/** Where each row of a matrix begins, and where the last one ends. */
function startsOf({ shape, rowIndex }) {
  const starts = new Int32Array(shape.rows + 1);
  for (const row of rowIndex) starts[row + 1]++;
  for (let i = 0; i < shape.rows; i++) starts[i + 1] += starts[i];
  return starts;
}

/** The entries of A at positions where B has one: a matrix whose size nobody knows before they are counted. */
export const masked = {
  kind: 'matrix-operation',
  id: 'acme/masked',
  title: 'Entries of A where B has one',
  formula: 'C ← A where B is stored',
  sources: [],
  options: {},
  matrices: () => [
    { name: 'A', access: 'read' },
    { name: 'B', access: 'read' },
    { name: 'C', access: 'write' },
  ],
  scalars: [],
  shape: ({ A, B }) =>
    A.rows === B.rows && A.cols === B.cols ? A : `A is ${A.rows} × ${A.cols}, and B is ${B.rows} × ${B.cols}`,
  rowWork({ A }) {
    const starts = startsOf(A);
    return Float64Array.from({ length: A.shape.rows }, (_, i) => starts[i + 1] - starts[i]);
  },
  reference({ matrices: { A, B }, precision, rows }) {
    const [startA, startB] = [startsOf(A), startsOf(B)];
    const chosen = Array.from(rows, (i) => {
      const there = new Set(B.colIndex.subarray(startB[i], startB[i + 1]));
      const places = Array.from({ length: startA[i + 1] - startA[i] }, (_, k) => startA[i] + k);
      return places.filter((k) => there.has(A.colIndex[k]));
    });
    const start = new Int32Array(rows.length + 1);
    chosen.forEach((places, r) => (start[r + 1] = start[r] + places.length));
    const places = chosen.flat();
    const values = emptyReference(precision, places.length);
    rounded(
      precision,
      places.map((k) => A.values[k]),
    ).forEach((value, e) => (values.high[e] = value));
    return { rows, start, colIndex: Int32Array.from(places, (k) => A.colIndex[k]), values };
  },
  checks: [],
};

const MODULE = new URL('./masked-js.js', import.meta.url).href;

const pass = (name, count, numbers = {}) => ({
  module: MODULE,
  export: name,
  partition: { unit: 'rows', count },
  numbers,
});

export const maskedKernels = [
  {
    kind: 'matrix-kernel',
    id: 'js/acme/csr-masked',
    operation: 'acme/masked',
    formats: { A: 'csr', B: 'csr', C: 'csr' },
    target: 'js',
    title: 'Two sorted rows at a time',
    sources: [],
    precisions: JS,
    reproducibility: 'bitwise',
    requires: [],
    params: { axes: {} },
    *symbolic({ matrix: { shape } }) {
      yield { do: 'run', program: { passes: [pass('count', shape.rows), pass('start', 1, { rows: shape.rows })] } };
      const [nnz] = yield { do: 'read', name: 'C.rowStart', begin: shape.rows, length: 1 };
      return { nnz };
    },
    *numeric({ matrix: { shape } }) {
      yield { do: 'run', program: { passes: [pass('fill', shape.rows)] } };
    },
  },
];
