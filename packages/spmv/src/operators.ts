import { bindEnded } from '@spmv/advice';
import type { CooMatrix, Operation, Params, Sizes, ValueArray } from '@spmv/core';
import { PRECISIONS, spmv } from '@spmv/core';
import { spmm } from '@spmv/spmm';
import type { OperatorWithOperands } from './bound.ts';
import { bind } from './bound.ts';
import type { VectorLike } from './choice.ts';
import type { Watch } from './leaks.ts';
import type { Choosing } from './main-product.ts';
import { createMain, placesOf, planned } from './main-product.ts';
import type { Columns } from './matrix.ts';
import type { StridedArray } from './memory/strided.ts';
import type { Before, Plan } from './plan.ts';
import { createPrepared } from './prepared.ts';
import type { Asked, OperandSizes, RepeatedProduct, ProductOptions } from './product.ts';
import { ask } from './product.ts';
import type { WritePath } from './save.ts';
import type { VectorList } from './several.ts';
import { askSeveral } from './several.ts';
import type { MatrixSolving } from './matrix-solving.ts';
import { createMatrixSolving } from './matrix-solving.ts';
import type { Turns } from './turns.ts';
import { createWritten } from './written.ts';

/** What operators of a matrix are chosen with, and what a host does for a matrix. */
export interface Settings extends Choosing {
  readonly writePath: WritePath | undefined;
  /** Told of matrices that are made, where leaks are asked for. */
  readonly watch?: Watch;
}

/** Operations whose operands are not told apart here: they come from `OperatorWithOperands`. */
const [SPMV, SPMM] = [spmv, spmm] as unknown as readonly [Operation, Operation];
/** Trials of what is prepared later: the backend is chosen by then. */
const LATER_TRIALS = 3;

/** The operators of a matrix: each is chosen and prepared when it is first asked for. */
export interface Operators<N extends ValueArray> {
  readonly coo: CooMatrix;
  planOf(transpose: boolean): Plan | undefined;
  /** What was chosen for its places, where something was. */
  readonly chosen: Plan | undefined;
  /** `before`: what came before this. Errors: those of `bind`. */
  open(before?: Before): Promise<unknown>;
  /** Products at once, where it is open and its backend computes here. */
  readonly plain: RepeatedProduct['plain'];
  multiply(x: VectorLike, options: ProductOptions<N> | undefined, transpose: boolean): Promise<N>;
  several(X: VectorList | Columns | StridedArray, transpose: boolean): Promise<N[] | Columns<N>>;
  /** Solves for one b by what there is, and otherwise by what is chosen. */
  readonly solve: MatrixSolving<N>['solve'];
  readonly solving: MatrixSolving<N>['using'];
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
  let waiting = 0;
  let soon: Promise<unknown> | undefined;
  const written = createWritten();
  let prepared = createPrepared();
  let planOfTransposed: Plan | undefined;

  const { writePath: _, watch: __, ...choosing } = settings;
  const main = createMain(entries, choosing, like);
  const { isPutOff: ___, signal: ____, ...binding } = choosing;
  const request = (of: CooMatrix, operation: Operation, options: Params, sizes: Sizes) => ({
    ...binding,
    coo: of,
    operation,
    options,
    sizes,
    trials: Math.min(settings.trials, LATER_TRIALS),
    forced: {},
  });

  /** What the host hands over, and the lengths of what is read and written. */
  const operands = (transpose: boolean): OperandSizes => {
    const [rows, cols] = [{ length: coo.shape.rows }, { length: coo.shape.cols }];
    const { host } = PRECISIONS[settings.precision];
    return transpose ? { x: rows, y: { ...cols, host } } : { x: cols, y: { ...rows, host } };
  };
  const later = (operation: Operation, transpose: boolean, sizes: Sizes, product: Asked): Promise<ValueArray> => {
    const of = coo;
    const make = async (): Promise<OperatorWithOperands> => {
      const { plan, chosen } = await main.choose();
      const { examined } = chosen;
      const began = performance.now();
      const asked = { ...request(of, operation, { transpose }, sizes), among: placesOf(places, plan) };
      const made = await bind({ ...asked, ...(examined.coo === of ? { examined } : {}) });
      if (operation === SPMV) planOfTransposed = planned(made, places, began);
      return made.bound;
    };
    return prepared.run(`${operation.id} ${transpose} ${sizes['vectors'] ?? ''}`, make, product, operation === SPMM);
  };
  const solving = createMatrixSolving<N>({
    main,
    places,
    coo: () => coo,
    create: async ({ bound, chosen, plan }, earlier) => {
      const { createSolving } = await import('./solving.ts');
      const of = coo;
      const common = { coo: of, bound, registry: places.registry, earlier };
      if (!chosen) return createSolving<N>({ ...common, precision: settings.precision });
      const { choice, advice, examined } = chosen;
      const [backends, trials] = [placesOf(places, plan), Math.min(settings.trials, LATER_TRIALS)];
      return createSolving<N>({
        ...common,
        precision: choice.precision,
        bindOther: async (other) =>
          (await bind({ ...request(other, SPMV, { transpose: false }, {}), among: backends })).bound,
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
    },
  });
  /** Disposes of operators that were made later, each after its products. */
  const clear = async (): Promise<void> => {
    const others = prepared;
    [prepared, planOfTransposed] = [createPrepared(), undefined];
    await others.dispose();
  };

  const renew = async (other: CooMatrix): Promise<void> => {
    const end = await main.renew(other);
    coo = other;
    await solving.renew();
    await clear();
    await end();
  };

  return {
    get coo() {
      return coo;
    },
    planOf: (transpose) => (transpose ? planOfTransposed : main.now?.plan),
    get chosen() {
      return main.chosen;
    },
    get plain() {
      // Whoever waits for no product has it chosen meanwhile.
      if (main.isDue)
        soon ??= turns
          .read(main.choose)
          .catch(() => {})
          .finally(() => (soon = undefined));
      return main.now?.product.plain;
    },
    open: main.open,
    async multiply(x, options, transpose) {
      const earlier = written.before(x, options?.y);
      const isLater = transpose || turns.isChanging || main.isDue || waiting > 0 || earlier !== undefined;
      const now = isLater ? undefined : main.now?.product.now;
      if (now) return now(x, options) as N;
      const given = ask(x, options, operands(transpose));
      const { into } = given;
      const y = turns.read(async () => {
        await earlier;
        // What x and y hold is what those products gave.
        const asked = earlier ? ask(x, options, operands(transpose)) : given;
        if (transpose) return later(SPMV, true, {}, asked);
        waiting++;
        const { product } = await (main.isDue ? main.choose() : main.open()).finally(() => waiting--);
        return product.run(asked);
      });
      return (await (into ? written.by(into, y) : y)) as N;
    },
    async several(X, transpose) {
      const { x, y } = operands(transpose);
      const asked = askSeveral(X, { read: x.length, written: y.length, host: y.host });
      const { vectors, byRows } = asked;
      const product = { x: byRows, alpha: 1, beta: 0 };
      const Y = await turns.read(() => later(SPMM, transpose, { vectors }, product));
      return asked.given(Y) as N[] | Columns<N>;
    },
    solve: solving.solve,
    solving: solving.using,
    update: renew,
    dispose: async () => {
      await clear();
      await solving.dispose();
      await main.dispose();
    },
  };
}
