import { bindEnded, examine } from '@spmv/advice';
import type { CooMatrix, Operation, Params, Sizes, ValueArray } from '@spmv/core';
import { spmv, SpmvError, valueArray } from '@spmv/core';
import { spmm } from '@spmv/spmm';
import { SHARED } from './beside.ts';
import type { Sharing } from './beside.ts';
import type { Bind, Bound } from './bound.ts';
import { bind } from './bound.ts';
import type { Numbers, When } from './choice.ts';
import { diagonalOf, scaled, sliceOf, sumOf } from './derive.ts';
import type { Columns, Matrix, Multiplies, Transposed } from './matrix.ts';
import { planOf } from './plan.ts';
import type { Product, ProductOptions } from './product.ts';
import { checkLength, createProduct } from './product.ts';
import type { Solving } from './solving.ts';

/** What all operators of a matrix are bound with. */
export type Settings = Omit<Bind, 'operation' | 'options' | 'sizes' | 'coo' | 'examined' | 'among'>;

/** Operations whose operands are not told apart here: they come from `Bound`. */
const [SPMV, SPMM] = [spmv, spmm] as unknown as readonly [Operation, Operation];
/** Trials of what is prepared later: the backend is chosen by then. */
const LATER_TRIALS = 3;
/** Operators for several vectors that are kept, by number of vectors. */
const KEPT = 4;

type Rows = readonly Numbers[];
type Given = ProductOptions<ValueArray>;

function isColumns(x: Numbers | Rows | Columns): x is Columns {
  return typeof x === 'object' && x !== null && 'vectors' in x;
}

function isRows(x: Numbers | Rows | Columns): x is Rows {
  return Array.isArray(x) && x.length > 0 && typeof x[0] === 'object';
}

/** Element (i, j) of so many rows goes from one place to another. */
function copied(length: number, vectors: number, into: ValueArray, of: (i: number, j: number) => number): ValueArray {
  for (let i = 0; i < length; i++) for (let j = 0; j < vectors; j++) into[i * vectors + j] = of(i, j);
  return into;
}

/** One column of what lies by rows. */
function columnOf(rows: ValueArray, vectors: number, j: number, into: ValueArray): ValueArray {
  for (let i = 0; i < into.length; i++) into[i] = rows[i * vectors + j] as number;
  return into;
}

/** A matrix with the operator for its products; what else it needs is prepared when it is first asked for. Errors: those of `bind`. */
export async function createMatrix<N extends ValueArray, W extends When>(
  coo: CooMatrix,
  settings: Settings,
): Promise<Matrix<N, W>> {
  const { places } = settings;
  const examined = examine(coo);
  const request = (operation: Operation, options: Params, sizes: Sizes): Omit<Bind, 'among' | 'trials'> => ({
    ...settings,
    coo,
    examined,
    operation,
    options,
    sizes,
  });
  const { bound, advice, choice } = await bind({
    ...request(SPMV, { transpose: false }, {}),
    among: places.opened,
    trials: settings.trials,
  });
  const plan = planOf(advice, choice, bound.backend.device.name, places.considered);
  const among = places.opened.filter(({ descriptor }) => descriptor.id === plan.backend);
  const direct = createProduct(bound);
  let solving: Promise<Solving<N>> | undefined;

  const later = new Map<string, Promise<{ readonly bound: Bound; readonly product: Product }>>();
  const drop = async (key: string): Promise<void> => {
    const made = later.get(key);
    later.delete(key);
    await made?.then(
      (one) => one.bound.dispose(),
      () => {},
    );
  };
  const prepared = (operation: Operation, transpose: boolean, sizes: Sizes): Promise<Product> => {
    const key = `${operation.id} ${transpose} ${sizes['vectors'] ?? ''}`;
    let found = later.get(key);
    if (!found) {
      const trials = Math.min(settings.trials, LATER_TRIALS);
      found = bind({ ...request(operation, { transpose }, sizes), among, trials }).then((made) => ({
        bound: made.bound,
        product: createProduct(made.bound),
      }));
      later.set(key, found);
      found.catch(() => later.delete(key));
      const several = [...later.keys()].filter((one) => one.startsWith(SPMM.id));
      if (several.length > KEPT) void drop(several[0] as string);
    }
    return found.then(({ product }) => product);
  };

  let isDisposed = false;
  const assertAlive = (): void => {
    if (!isDisposed) return;
    throw new SpmvError('LIFETIME.DISPOSED', 'The matrix was disposed of.', {
      fix: 'Open it again, or dispose of it after its last product.',
    });
  };

  const several = async (X: Rows | Columns, transpose: boolean): Promise<N[] | Columns<N>> => {
    const [read, written] = transpose ? [coo.shape.rows, coo.shape.cols] : [coo.shape.cols, coo.shape.rows];
    const vectors = isColumns(X) ? X.vectors : X.length;
    const { host } = bound.x;
    if (isColumns(X)) checkLength('X.data', X.data.length, read * vectors);
    else for (const [j, x] of X.entries()) checkLength(`X[${j}]`, x.length, read);
    const byRows =
      isColumns(X) && X.order !== 'column'
        ? X.data
        : copied(read, vectors, valueArray(host, read * vectors), (i, j) =>
            isColumns(X) ? (X.data[j * read + i] as number) : (X[j]?.[i] as number),
          );
    const product = await prepared(SPMM, transpose, { vectors });
    const Y = await product.run(byRows, {});
    const column = (j: number): N => columnOf(Y, vectors, j, valueArray(host, written)) as N;
    if (!isColumns(X)) return X.map((_, j) => column(j));
    if (X.order !== 'column') return { data: Y as N, vectors, order: 'row' };
    const data = valueArray(host, Y.length);
    for (let j = 0; j < vectors; j++) columnOf(Y, vectors, j, data.subarray(j * written, (j + 1) * written));
    return { data: data as N, vectors, order: 'column' };
  };
  const transposed = async (x: Numbers, options: Given): Promise<N> =>
    (await (await prepared(SPMV, true, {})).run(x, options)) as N;

  const derive = async (made: CooMatrix): Promise<Matrix<N, W>> => {
    assertAlive();
    places.hold();
    try {
      return await createMatrix<N, W>(made, settings);
    } catch (error) {
      await places.release();
      throw error;
    }
  };
  // Solvers are loaded by those who solve.
  const solvers = (): Promise<Solving<N>> => {
    assertAlive();
    solving ??= import('./solving.ts').then(({ createSolving }) =>
      createSolving<N>({
        coo,
        bound,
        precision: choice.precision,
        registry: places.registry,
        bindOther: (other) =>
          bind({
            ...request(SPMV, { transpose: false }, {}),
            coo: other,
            examined: examine(other),
            among,
            trials: Math.min(settings.trials, LATER_TRIALS),
          }).then((made) => made.bound),
        // What was tried were products alone. What does not fit on the device must not be there twice.
        bindEnded: async (ended) =>
          settings.trials === 0 || bound.operator.streaming || !bound.stored
            ? undefined
            : bindEnded({
                registry: places.registry,
                backends: among,
                coo,
                examined,
                experience: settings.experience,
                precision: settings.precision,
                trials: Math.min(settings.trials, LATER_TRIALS),
                ended,
                known: [choice, ...advice.others],
                held: { backend: choice.backend, format: choice.format, target: choice.target },
              }),
      }),
    );
    return solving;
  };
  const dispose = async (): Promise<void> => {
    if (isDisposed) return;
    isDisposed = true;
    for (const key of later.keys()) await drop(key);
    await solving?.then(
      (made) => made.dispose(),
      () => {},
    );
    await bound.dispose();
    await places.release();
  };

  const multiply = ((x: Numbers | Rows | Columns, options: Given = {}) => {
    assertAlive();
    return isColumns(x) || isRows(x) ? several(x, false) : direct.run(x, options);
  }) as Multiplies<N, W>['multiply'];
  const matrix: Matrix<N, W> & Sharing = {
    [SHARED]() {
      assertAlive();
      return places;
    },
    shape: coo.shape,
    nnz: coo.values.length,
    plan,
    multiply,
    multiplyTransposed: async (x, options = {}) => {
      assertAlive();
      return transposed(x, options);
    },
    get T() {
      return transpose;
    },
    solve: async (b, options = {}) => (await solvers()).solve(b, options),
    refine: async (b, options = {}) => (await solvers()).refine(b, options),
    eigenvalues: async (options = {}) => (await solvers()).eigenvalues(options),
    pageRank: async (options = {}) => (await solvers()).pageRank(options),
    diagonal: () => diagonalOf(coo),
    entries: () => coo,
    slice: async ({ rows = {}, cols = {} }) => derive(sliceOf(coo, rows, cols)),
    add: async (other, gamma = 1) => derive(sumOf(coo, other.entries(), gamma)),
    scale: async (gamma) => derive(scaled(coo, gamma)),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
  const transpose: Transposed<N, W> = {
    shape: { rows: coo.shape.cols, cols: coo.shape.rows },
    multiply: (async (x: Numbers | Rows | Columns, options: Given = {}) => {
      assertAlive();
      return isColumns(x) || isRows(x) ? several(x, true) : transposed(x, options);
    }) as Transposed<N, W>['multiply'],
    T: matrix,
  };
  return matrix;
}
