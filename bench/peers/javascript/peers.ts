// Packages of npm that multiply sparse matrices, each by the way its own documentation shows.

/** A matrix as CSR with its entries, in plain arrays: what every package is given. */
export interface Given {
  readonly rows: number;
  readonly cols: number;
  readonly rowStart: readonly number[];
  readonly rowIndex: readonly number[];
  readonly colIndex: readonly number[];
  readonly values: readonly number[];
}

/** y ← Ax with a package's own vectors, made once. */
export interface PeerProduct {
  multiply(): unknown;
  /** The elements of y, of what `multiply` gave. Not timed. */
  read(product: unknown): ArrayLike<number>;
}

/** A package, what of it a page imports, and what it can do. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** What a page that multiplies exports from it, for its size. */
  readonly page: string;
  readonly stores: string;
  readonly does: string;
  /** What it computes in, where it is not f64. */
  readonly precision?: 'f32';
  /** Of a square matrix, and of the package's module. */
  make(module: unknown, matrix: Given, x: readonly number[]): PeerProduct | Promise<PeerProduct>;
}

type Triplet = readonly [row: number, column: number, value: number];
const tripletsOf = ({ rowIndex, colIndex, values }: Given): readonly Triplet[] =>
  values.map((value, k) => [rowIndex[k] ?? 0, colIndex[k] ?? 0, value]);

/** Compressed columns: the same as compressed rows of the transpose. Rows ascend in each column. */
function columnsOf({ cols, rowIndex, colIndex, values }: Given): { ptr: number[]; index: number[]; values: number[] } {
  const ptr = Array.from({ length: cols + 1 }, () => 0);
  for (const column of colIndex) ptr[column + 1] = (ptr[column + 1] ?? 0) + 1;
  for (let column = 0; column < cols; column++) ptr[column + 1] = (ptr[column + 1] ?? 0) + (ptr[column] ?? 0);
  const next = [...ptr];
  const [index, sorted] = [Array.from(values, () => 0), Array.from(values, () => 0)];
  for (const [k, value] of values.entries()) {
    const column = colIndex[k] ?? 0;
    const at = next[column] ?? 0;
    next[column] = at + 1;
    index[at] = rowIndex[k] ?? 0;
    sorted[at] = value;
  }
  return { ptr, index, values: sorted };
}

interface MathJs {
  readonly SparseMatrix: new (data: { values: number[]; index: number[]; ptr: number[]; size: number[] }) => object;
  multiply(A: object, x: readonly number[]): { toArray(): readonly (readonly number[])[] };
}
interface MlMatrix {
  set(row: number, column: number, value: number): void;
  get(row: number, column: number): number;
  mmul(other: MlMatrix): MlMatrix;
}
interface Ml {
  readonly SparseMatrix: new (rows: number, columns: number, options: { initialCapacity: number }) => MlMatrix;
}
interface Thi {
  readonly CSR: new (
    m: number,
    n: number,
    data: readonly number[],
    rows: readonly number[],
    cols: readonly number[],
  ) => { mulV(x: readonly number[]): readonly number[] };
}
interface CsrMatrix {
  fromList(
    items: readonly Triplet[],
    rows: number,
    cols: number,
  ): { apply(x: readonly number[], y: number[]): readonly number[] };
}
type Ccs = readonly [ptr: readonly number[], index: readonly number[], values: readonly number[]];
interface Numeric {
  ccsDot(A: Ccs, B: Ccs): Ccs;
}
interface EigenMatrix {
  matMul(other: EigenMatrix): EigenMatrix;
  get(row: number, column: number): number;
  delete(): void;
}
interface Eigen {
  readonly ready: Promise<void>;
  readonly SparseMatrix: { fromTriplets(m: number, n: number, triplets: readonly Triplet[]): EigenMatrix };
}

const indices = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** In alphabetical order. Versions are exact: figures are about them. */
export const PEERS: readonly Peer[] = [
  {
    name: '@thi.ng/sparse',
    version: '0.3.120',
    page: `export { CSR } from '@thi.ng/sparse'`,
    stores: 'CSR, CSC, COO',
    does: 'products of square matrices with vectors and of two matrices, sums, transposes',
    make(module, { rows, cols, values, rowStart, colIndex }, x) {
      const A = new (module as Thi).CSR(rows, cols, values, rowStart, colIndex);
      return { multiply: () => A.mulV(x), read: (y) => y as readonly number[] };
    },
  },
  {
    name: 'csr-matrix',
    version: '2.0.0',
    page: `export { default } from 'csr-matrix'`,
    stores: 'CSR of runs',
    does: 'products with vectors, transposes',
    make(module, matrix, x) {
      const A = (module as { readonly default: CsrMatrix }).default.fromList(
        tripletsOf(matrix),
        matrix.rows,
        matrix.cols,
      );
      const y = x.map(() => 0);
      return { multiply: () => A.apply(x, y), read: () => y };
    },
  },
  {
    name: 'eigen',
    version: '0.2.2',
    page: `export { default } from 'eigen'`,
    stores: 'CSC in f32, in WebAssembly',
    precision: 'f32',
    does: 'products and sums of sparse matrices, transposes, quadratic programs; dense decompositions',
    async make(module, matrix, x) {
      const eigen = (module as { readonly default: Eigen }).default;
      await eigen.ready;
      const A = eigen.SparseMatrix.fromTriplets(matrix.rows, matrix.cols, tripletsOf(matrix));
      // It multiplies sparse matrices by sparse ones alone.
      const X = eigen.SparseMatrix.fromTriplets(
        matrix.cols,
        1,
        x.map((value, i) => [i, 0, value]),
      );
      let last: EigenMatrix | undefined;
      return {
        multiply() {
          last?.delete(); // its heap is as small as it was compiled for
          last = A.matMul(X);
          return last;
        },
        read: (y) => indices(matrix.rows).map((i) => (y as EigenMatrix).get(i, 0)),
      };
    },
  },
  {
    name: 'mathjs',
    version: '15.2.0',
    page: `import { create, multiplyDependencies, SparseMatrixDependencies } from 'mathjs'; export default create({ multiplyDependencies, SparseMatrixDependencies })`,
    stores: 'CSC',
    does: 'products, sums, transposes, LU, QR and a direct solver, of any type of number',
    make(module, matrix, x) {
      const { SparseMatrix, multiply } = module as MathJs;
      const A = new SparseMatrix({ ...columnsOf(matrix), size: [matrix.rows, matrix.cols] });
      const read = (y: unknown): readonly number[] => {
        const found = Array.from({ length: matrix.rows }, () => 0);
        for (const [i, row] of (y as ReturnType<MathJs['multiply']>).toArray().entries()) found[i] = row[0] ?? 0;
        return found;
      };
      return { multiply: () => multiply(A, x), read };
    },
  },
  {
    name: 'ml-sparse-matrix',
    version: '3.1.0',
    page: `export { SparseMatrix } from 'ml-sparse-matrix'`,
    stores: 'a hash table',
    does: 'products of two sparse matrices, Kronecker products, element-wise functions, transposes',
    make(module, { rows, cols, rowIndex, colIndex, values }, x) {
      const { SparseMatrix } = module as Ml;
      const A = new SparseMatrix(rows, cols, { initialCapacity: 2 * values.length });
      for (const [k, value] of values.entries()) A.set(rowIndex[k] ?? 0, colIndex[k] ?? 0, value);
      const X = new SparseMatrix(cols, 1, { initialCapacity: 2 * cols });
      for (const [i, value] of x.entries()) X.set(i, 0, value);
      return { multiply: () => A.mmul(X), read: (y) => indices(rows).map((i) => (y as MlMatrix).get(i, 0)) };
    },
  },
  {
    name: 'numeric',
    version: '1.2.6',
    page: `export { default } from 'numeric'`,
    stores: 'CSC',
    does: 'products of two sparse matrices, LU and a direct solver; dense algebra',
    make(module, matrix, x) {
      const { ccsDot } = (module as { readonly default: Numeric }).default;
      const { ptr, index, values } = columnsOf(matrix);
      const A: Ccs = [ptr, index, values];
      const X: Ccs = [[0, x.length], indices(x.length), x];
      const read = (product: unknown): readonly number[] => {
        const [, at, found] = product as Ccs;
        const y = Array.from({ length: matrix.rows }, () => 0);
        for (const [k, i] of at.entries()) y[i] = found[k] ?? 0;
        return y;
      };
      return { multiply: () => ccsDot(A, X), read };
    },
  },
];
