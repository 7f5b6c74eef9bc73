import type { Examined } from '@spmv/advice';
import { bindEnded, examine } from '@spmv/advice';
import type { CooMatrix, Operation, Params, Sizes, ValueArray } from '@spmv/core';
import { isSpmvError, PRECISIONS, spmv } from '@spmv/core';
import { spmm } from '@spmv/spmm';
import type { Bind, OperatorWithOperands, BoundAdvised } from './bound.ts';
import { bind } from './bound.ts';
import type { VectorLike } from './choice.ts';
import type { Watch } from './leaks.ts';
import type { Columns } from './matrix.ts';
import type { StridedArray } from './memory/strided.ts';
import type { Before, Plan } from './plan.ts';
import { planOf } from './plan.ts';
import { createPrepared } from './prepared.ts';
import type { Asked, OperandSizes, RepeatedProduct, ProductOptions } from './product.ts';
import { ask, createProduct } from './product.ts';
import type { WritePath } from './save.ts';
import type { VectorList } from './several.ts';
import { askSeveral } from './several.ts';
import type { MadeLevels } from '@spmv/solvers';
import type { Solving } from './solving.ts';
import type { Turns } from './turns.ts';

/** What all operators of a matrix are bound with. */
type Binding = Omit<Bind, 'operation' | 'options' | 'sizes' | 'coo' | 'examined' | 'among'>;

/** The same, and what a host does for a matrix. */
export interface Settings extends Binding {
  readonly writePath: WritePath | undefined;
  /** Told of matrices that are made, where leaks are asked for. */
  readonly watch?: Watch;
}

/** Operations whose operands are not told apart here: they come from `OperatorWithOperands`. */
const [SPMV, SPMM] = [spmv, spmm] as unknown as readonly [Operation, Operation];
/** Trials of what is prepared later: the backend is chosen by then. */
const LATER_TRIALS = 3;
const NOTHING: Before = { read: 0, open: 0, warnings: [] };

/** The operator of y ← Ax. */
interface Main extends BoundAdvised {
  readonly examined: Examined;
  readonly plan: Plan;
  readonly product: RepeatedProduct;
}

/** The operators of a matrix: each is chosen and prepared when it is first asked for. */
export interface Operators<N extends ValueArray> {
  readonly coo: CooMatrix;
  planOf(transpose: boolean): Plan | undefined;
  /** `before`: what came before this. Errors: those of `bind`. */
  open(before?: Before): Promise<unknown>;
  /** Products at once, where it is open and its backend computes here. */
  readonly plain: RepeatedProduct['plain'];
  multiply(x: VectorLike, options: ProductOptions<N> | undefined, transpose: boolean): Promise<N>;
  several(X: VectorList | Columns | StridedArray, transpose: boolean): Promise<N[] | Columns<N>>;
  solving<T>(work: (solving: Solving<N>) => Promise<T>): Promise<T>;
  /** The same with other values at the same places, while nothing is computed. */
  update(coo: CooMatrix): Promise<void>;
  dispose(): Promise<void>;
}

/** Opens nothing yet. `like`: the plan of a matrix with the same places, whose format and kernel are taken where they can be. */
export function createOperators<N extends ValueArray>(
  entries: CooMatrix,
  settings: Settings,
  turns: Turns,
  like?: Plan,
): Operators<N> {
  const { places } = settings;
  let coo = entries;
  let main: Main | undefined;
  let opening: Promise<Main> | undefined;
  let prepared = createPrepared();
  let solving: Promise<Solving<N>> | undefined;
  let planOfTransposed: Plan | undefined;
  let levels: MadeLevels | undefined;

  const { writePath: _, watch: __, ...binding } = settings;
  const request = (of: CooMatrix, operation: Operation, options: Params, sizes: Sizes) => ({
    ...binding,
    coo: of,
    operation,
    options,
    sizes,
  });
  const placesOf = ({ backend }: Plan) => places.opened.filter(({ descriptor }) => descriptor.id === backend);
  const planned = ({ bound, advice, choice }: BoundAdvised, began: number, before: Before): Plan => {
    // Trials prepare what is chosen in the end, too.
    const prepare = ((choice.setup?.convertMs ?? 0) + (choice.setup?.prepareMs ?? 0)) / 1000;
    const choose = Math.max(0, (performance.now() - began) / 1000 - prepare);
    return planOf(advice, choice, bound.backend.device.name, places.considered, { ...before, choose, prepare });
  };
  /** The operator of these entries. */
  const openOf = async (of: CooMatrix, before: Before, as: Plan | undefined): Promise<Main> => {
    const began = performance.now();
    const examined = examine(of);
    const asked = { ...request(of, SPMV, { transpose: false }, {}), examined };
    const anew = (): Promise<BoundAdvised> => bind({ ...asked, among: places.opened, trials: settings.trials });
    const made = await (as
      ? bind({ ...asked, among: placesOf(as), trials: 0, forced: as }).catch((error: unknown) => {
          // Other values may be what the format cannot store: half of a matrix that is symmetric no more.
          if (isSpmvError(error, 'FORMAT.REFUSED')) return anew();
          throw error;
        })
      : anew());
    return { ...made, examined, plan: planned(made, began, before), product: createProduct(made.bound) };
  };
  const open = async (before = NOTHING): Promise<Main> => {
    opening ??= openOf(coo, before, like);
    try {
      main = await opening;
      return main;
    } catch (error) {
      // The next product tries again.
      opening = undefined;
      throw error;
    }
  };

  /** What the host hands over, and the lengths of what is read and written. */
  const operands = (transpose: boolean): OperandSizes => {
    const [rows, cols] = [{ length: coo.shape.rows }, { length: coo.shape.cols }];
    const { host } = PRECISIONS[settings.precision];
    return transpose ? { x: rows, y: { ...cols, host } } : { x: cols, y: { ...rows, host } };
  };
  const later = (operation: Operation, transpose: boolean, sizes: Sizes, product: Asked): Promise<ValueArray> => {
    const of = coo;
    const make = async (): Promise<OperatorWithOperands> => {
      const trials = Math.min(settings.trials, LATER_TRIALS);
      const { plan, examined } = await open();
      const among = placesOf(plan);
      const began = performance.now();
      const asked = { ...request(of, operation, { transpose }, sizes), among, trials, forced: {} };
      const made = await bind({ ...asked, ...(examined.coo === of ? { examined } : {}) });
      if (operation === SPMV) planOfTransposed = planned(made, began, NOTHING);
      return made.bound;
    };
    return prepared.run(`${operation.id} ${transpose} ${sizes['vectors'] ?? ''}`, make, product, operation === SPMM);
  };
  const createSolvers = async (): Promise<Solving<N>> => {
    const made = await open();
    const { bound, choice, advice, examined } = made;
    const { createSolving } = await import('./solving.ts');
    const [of, backends, trials] = [coo, placesOf(made.plan), Math.min(settings.trials, LATER_TRIALS)];
    const earlier = levels;
    levels = undefined;
    return createSolving<N>({
      coo: of,
      bound,
      precision: choice.precision,
      registry: places.registry,
      earlier,
      bindOther: async (other) =>
        (await bind({ ...request(other, SPMV, { transpose: false }, {}), among: backends, trials, forced: {} })).bound,
      // What was tried were products alone. What does not fit on the device must not be there twice.
      bindEnded: async (ended) =>
        trials === 0 || bound.operator.streaming || !bound.stored
          ? undefined
          : bindEnded({
              registry: places.registry,
              backends,
              coo: of,
              examined,
              experience: settings.experience,
              precision: settings.precision,
              trials,
              ended,
              known: [choice, ...advice.others],
              held: { backend: choice.backend, format: choice.format, target: choice.target },
            }),
    });
  };
  /** Disposes of all, each after its products. */
  const clear = async (old: Main | undefined): Promise<void> => {
    const [others, solvers] = [prepared, solving];
    [prepared, solving, planOfTransposed] = [createPrepared(), undefined, undefined];
    await others.dispose();
    await solvers?.then(
      (made) => made.dispose(),
      () => {},
    );
    await old?.product.idle();
    await old?.bound.dispose();
  };

  const renew = async (other: CooMatrix): Promise<void> => {
    const old = opening && (await open());
    const made = old && (await openOf(other, NOTHING, old.plan));
    coo = other;
    if (!made) return;
    // What fails there makes them anew.
    if (solving) levels = await solving.then((one) => one.levels()).catch(() => undefined);
    main = made;
    opening = Promise.resolve(made);
    await clear(old);
  };
  const solvers = (): Promise<Solving<N>> => {
    if (solving) return solving;
    const made = createSolvers();
    solving = made;
    made.catch(() => {
      if (solving === made) solving = undefined;
    });
    return made;
  };

  return {
    get coo() {
      return coo;
    },
    planOf: (transpose) => (transpose ? planOfTransposed : main?.plan),
    get plain() {
      return main?.product.plain;
    },
    open,
    async multiply(x, options, transpose) {
      if (!transpose && main?.product.now && !turns.isChanging) return main.product.now(x, options) as N;
      const asked = ask(x, options, operands(transpose));
      const y = turns.read(async () =>
        transpose ? later(SPMV, true, {}, asked) : (main ?? (await open())).product.run(asked),
      );
      return (await y) as N;
    },
    async several(X, transpose) {
      const { x, y } = operands(transpose);
      const asked = askSeveral(X, { read: x.length, written: y.length, host: y.host });
      const { vectors, byRows } = asked;
      const product = { x: byRows, alpha: 1, beta: 0 };
      const Y = await turns.read(() => later(SPMM, transpose, { vectors }, product));
      return asked.given(Y) as N[] | Columns<N>;
    },
    solving: async (work) => work(await solvers()),
    update: renew,
    dispose: async () => {
      await clear(await opening?.catch(() => undefined));
      if (levels && 'facts' in levels) await levels.dispose();
    },
  };
}
