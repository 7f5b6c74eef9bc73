import { bindEnded, examine } from '@spmv/advice';
import type { CooMatrix, Operation, Params, Sizes, ValueArray } from '@spmv/core';
import { spmv, SpmvError } from '@spmv/core';
import { spmm } from '@spmv/spmm';
import { SHARED } from './beside.ts';
import type { Sharing } from './beside.ts';
import type { Bind } from './bound.ts';
import { bind } from './bound.ts';
import type { Numbers, When } from './choice.ts';
import { copyOfEntries, diagonalOf, scaled, sliceOf, sumOf } from './derive.ts';
import type { Columns, Matrix, Multiplies, Transposed } from './matrix.ts';
import type { OpeningSeconds, Plan } from './plan.ts';
import { planOf } from './plan.ts';
import { takenNumbers, withTaken } from './numbers.ts';
import { createPrepared } from './prepared.ts';
import type { Asked, OperandSizes, ProductOptions } from './product.ts';
import { ask, createProduct } from './product.ts';
import type { Rows } from './several.ts';
import { areSeveral, askSeveral } from './several.ts';
import type { Solving } from './solving.ts';

/** What all operators of a matrix are bound with. */
export type Settings = Omit<Bind, 'operation' | 'options' | 'sizes' | 'coo' | 'examined' | 'among'>;

/** Operations whose operands are not told apart here: they come from `Bound`. */
const [SPMV, SPMM] = [spmv, spmm] as unknown as readonly [Operation, Operation];
/** Trials of what is prepared later: the backend is chosen by then. */
const LATER_TRIALS = 3;
type Given = ProductOptions<ValueArray>;

/** A matrix with the operator for its products; what else it needs is prepared when it is first asked for. `before`: what came before this. Errors: those of `bind`. */
export async function createMatrix<N extends ValueArray, W extends When>(
  coo: CooMatrix,
  settings: Settings,
  before: Pick<OpeningSeconds, 'read' | 'open'> & Pick<Plan, 'warnings'> = { read: 0, open: 0, warnings: [] },
): Promise<Matrix<N, W>> {
  const { places } = settings;
  const began = performance.now();
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
  // Trials prepare what is chosen in the end, too.
  const prepare = ((choice.setup?.convertMs ?? 0) + (choice.setup?.prepareMs ?? 0)) / 1000;
  const choose = Math.max(0, (performance.now() - began) / 1000 - prepare);
  const seconds = { ...before, choose, prepare };
  const plan = planOf(advice, choice, bound.backend.device.name, places.considered, seconds);
  const among = places.opened.filter(({ descriptor }) => descriptor.id === plan.backend);
  const direct = createProduct(bound);
  let solving: Promise<Solving<N>> | undefined;

  const prepared = createPrepared();

  let isDisposed = false;
  const assertAlive = (): void => {
    if (!isDisposed) return;
    throw new SpmvError('LIFETIME.DISPOSED', 'The matrix was disposed of.', {
      fix: 'Open it again, or dispose of it after its last product.',
    });
  };

  /** What the host hands over, and the lengths of what is read and written. */
  const operands = (transpose: boolean): OperandSizes => {
    const [rows, cols] = [{ length: coo.shape.rows }, { length: coo.shape.cols }];
    const { host } = bound.x;
    return transpose ? { x: rows, y: { ...cols, host } } : { x: cols, y: { ...rows, host } };
  };
  const later = (operation: Operation, transpose: boolean, sizes: Sizes, asked: Asked): Promise<ValueArray> => {
    const trials = Math.min(settings.trials, LATER_TRIALS);
    return prepared.run(
      `${operation.id} ${transpose} ${sizes['vectors'] ?? ''}`,
      () => bind({ ...request(operation, { transpose }, sizes), among, trials }).then((made) => made.bound),
      asked,
      operation === SPMM,
    );
  };
  const several = async (X: Rows | Columns, options: unknown, transpose: boolean): Promise<N[] | Columns<N>> => {
    const { x, y } = operands(transpose);
    const asked = askSeveral(X, options, { read: x.length, written: y.length, host: y.host });
    const { vectors, byRows } = asked;
    const Y = await later(SPMM, transpose, { vectors }, { x: byRows, alpha: 1, beta: 0 });
    return asked.given(Y) as N[] | Columns<N>;
  };
  const transposed = async (x: Numbers, options?: Given): Promise<N> =>
    (await later(SPMV, true, {}, ask(x, options, operands(true)))) as N;

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
    try {
      await prepared.dispose();
      await solving?.then(
        (made) => made.dispose(),
        () => {},
      );
      await direct.idle();
      await bound.dispose();
    } finally {
      // Backends free what could not be disposed of by itself.
      await places.release();
    }
  };

  const multiply = ((x: Numbers | Rows | Columns, options?: Given) => {
    assertAlive();
    return areSeveral(x) ? several(x, options, false) : direct.run(x, options);
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
    multiplyTransposed: async (x, options) => {
      assertAlive();
      return transposed(x, options);
    },
    get T() {
      return transpose;
    },
    // The lengths are what the solvers look at.
    solve: async (b, options) => {
      const [right, asked] = [takenNumbers('b', b, 'f64'), withTaken(options, 'x0')];
      return (await solvers()).solve(right, asked);
    },
    refine: async (b, options) => {
      const [right, asked] = [takenNumbers('b', b, 'f64'), withTaken(options, 'x0')];
      return (await solvers()).refine(right, asked);
    },
    eigenvalues: async (options = {}) => (await solvers()).eigenvalues(options),
    pageRank: async (options) => {
      const asked = withTaken(options, 'personalization');
      return (await solvers()).pageRank(asked);
    },
    diagonal: () => diagonalOf(coo),
    entries: () => copyOfEntries(coo),
    slice: async (block) => derive(sliceOf(coo, block)),
    add: async (other, gamma = 1) => derive(sumOf(coo, other, gamma)),
    scale: async (gamma) => derive(scaled(coo, gamma)),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
  const transpose: Transposed<N, W> = {
    shape: { rows: coo.shape.cols, cols: coo.shape.rows },
    multiply: (async (x: Numbers | Rows | Columns, options?: Given) => {
      assertAlive();
      return areSeveral(x) ? several(x, options, true) : transposed(x, options);
    }) as Transposed<N, W>['multiply'],
    T: matrix,
  };
  return matrix;
}
