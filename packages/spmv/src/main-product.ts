import type { Examined } from '@spmv/advice';
import { examine } from '@spmv/advice';
import type { CooMatrix, Operation } from '@spmv/core';
import { isSpmvError, spmv } from '@spmv/core';
import type { Bind, BoundAdvised } from './bound.ts';
import { bind } from './bound.ts';
import type { SharedBackends } from './places.ts';
import type { Before, Plan } from './plan.ts';
import { planOf } from './plan.ts';
import type { RepeatedProduct } from './product.ts';
import { clocked, createProduct } from './product.ts';
import { bindUnchosen, worthChoosingMs } from './unchosen.ts';

/** y ← Ax. Its operands are not told apart here: they come from `OperatorWithOperands`. */
const SPMV = spmv as unknown as Operation;

const NOTHING: Before = { read: 0, open: 0, warnings: [] };

/** What an operator is chosen with, whatever matrix it is of. */
export interface Choosing extends Pick<Bind, 'places' | 'precision' | 'experience' | 'products' | 'forced' | 'signal'> {
  /** Most products of trial. */
  readonly trials: number;
  /** Whether CSR will do until products took as long as choosing takes. */
  readonly isPutOff: boolean;
}

/** The operator of y ← Ax. */
export interface Main extends Pick<BoundAdvised, 'bound'> {
  readonly plan: Plan;
  readonly product: RepeatedProduct;
  /** What else computes with it: it is disposed of afterwards. */
  readonly users: Set<Promise<unknown>>;
  /** How it was chosen. */
  readonly chosen?: Omit<BoundAdvised, 'bound'> & { readonly examined: Examined };
}

/** One that was chosen. */
export type ChosenMain = Main & Required<Pick<Main, 'chosen'>>;

const isChosen = (main: Main): main is ChosenMain => main.chosen !== undefined;

/** The opened backends that a plan names. */
export function placesOf({ opened }: SharedBackends, { backend }: Plan): SharedBackends['opened'] {
  return opened.filter(({ descriptor }) => descriptor.id === backend);
}

/** The plan of what was chosen since `began`. */
export function planned(
  { bound, advice, choice }: BoundAdvised,
  { considered }: SharedBackends,
  began: number,
  before: Before = NOTHING,
): Plan {
  // Trials prepare what is chosen in the end, too.
  const prepare = ((choice.setup?.convertMs ?? 0) + (choice.setup?.prepareMs ?? 0)) / 1000;
  const choose = Math.max(0, (performance.now() - began) / 1000 - prepare);
  return planOf(advice, choice, bound.backend.device.name, considered, { ...before, choose, prepare });
}

/** The operator of these entries, by the format and kernel of a plan where that is given and can be. Errors: those of `bind`. */
async function chosenOf(
  coo: CooMatrix,
  settings: Omit<Choosing, 'isPutOff'>,
  before: Before,
  as?: Plan,
): Promise<ChosenMain> {
  const began = performance.now();
  const { places } = settings;
  await places.complete();
  const examined = examine(coo);
  const asked = { ...settings, coo, operation: SPMV, options: { transpose: false }, sizes: {}, examined };
  const anew = (): Promise<BoundAdvised> => bind({ ...asked, among: places.opened });
  const made = await (as
    ? bind({ ...asked, among: placesOf(places, as), trials: 0, forced: as }).catch((error: unknown) => {
        // Other values may be what the format cannot store: half of a matrix that is symmetric no more.
        if (isSpmvError(error, 'FORMAT.REFUSED')) return anew();
        throw error;
      })
    : anew());
  const { bound, advice, choice } = made;
  const plan = planned(made, places, began, before);
  return { bound, plan, product: createProduct(bound), users: new Set(), chosen: { advice, choice, examined } };
}

/** The operator of y ← Ax: by CSR first where its choice is put off, by what is chosen once products took as long as that takes. */
export interface MainProduct {
  /** Undefined before it is open. */
  readonly now: Main | undefined;
  /** The plan of what was chosen. */
  readonly chosen: Plan | undefined;
  /** Whether a choice is under way, or products took as long as one does. */
  readonly isDue: boolean;
  /** Milliseconds of products until then. */
  readonly leftMs: number;
  /** Products took so long that were computed by others, with what is not chosen. */
  spend(ms: number): void;
  /** `before`: what came before this. Errors: those of `bind`. */
  open(before?: Before): Promise<Main>;
  /** What is chosen, at once where it was not. Errors: those of `bind`; another choice follows after as many products, or when it is asked for. */
  choose(): Promise<ChosenMain>;
  /** The same for other values at the same places, where it is open, and who disposes of what was there. Errors: those of `bind`; it is then what it was. */
  renew(coo: CooMatrix): Promise<() => Promise<void>>;
  /** After its products. */
  dispose(): Promise<void>;
}

/** Opens nothing yet. `like`: the plan of a matrix with the same places. */
export function createMain(entries: CooMatrix, settings: Choosing, like?: Plan): MainProduct {
  const { signal, isPutOff, ...later } = settings;
  let coo = entries;
  let main: Main | undefined;
  let opening: Promise<Main> | undefined;
  let choosing: Promise<ChosenMain> | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let spentMs = 0;

  const spend = (ms: number): void => void (spentMs += ms);
  const leftMs = (): number => worthChoosingMs(coo.values.length) - spentMs;
  const openOf = async (of: CooMatrix, before: Before, as?: Plan, ending = {}): Promise<Main> => {
    const made = isPutOff && !as ? await bindUnchosen(of, later, before) : undefined;
    if (!made) return chosenOf(of, { ...later, ...ending }, before, as);
    return { ...made, product: clocked(createProduct(made.bound), spend), users: new Set() };
  };
  const open = async (before?: Before): Promise<Main> => {
    // A signal is of the opening alone: it may be given for other reasons when products follow.
    opening ??= openOf(coo, before ?? NOTHING, like, before && signal ? { signal } : {});
    try {
      main = await opening;
      return main;
    } catch (error) {
      // The next product tries again.
      opening = undefined;
      throw error;
    }
  };
  const replace = (made: Main): void => {
    main = made;
    opening = Promise.resolve(made);
  };
  const end = async ({ product, bound, users }: Main): Promise<void> => {
    await product.idle();
    await Promise.allSettled(users);
    await bound.dispose();
  };
  const chooseNow = async (): Promise<ChosenMain> => {
    const first = await open();
    if (isChosen(first)) return first;
    const { seconds, warnings } = first.plan;
    const earlier = { prepare: seconds.prepare, ms: spentMs };
    const made = await chosenOf(coo, later, { read: seconds.read, open: seconds.open, warnings, earlier });
    replace(made);
    leaving = Promise.all([leaving, end(first)]);
    // Whoever disposes of all is told.
    leaving.catch(() => {});
    return made;
  };
  return {
    get now() {
      return main;
    },
    get chosen() {
      return main && isChosen(main) ? main.plan : undefined;
    },
    get isDue() {
      if (!main || isChosen(main)) return false;
      return choosing !== undefined || leftMs() <= 0;
    },
    get leftMs() {
      return leftMs();
    },
    spend,
    open,
    choose() {
      choosing ??= chooseNow().finally(() => {
        choosing = undefined;
        spentMs = 0;
      });
      return choosing;
    },
    async renew(other) {
      const old = opening && (await open());
      const made = old && (await openOf(other, NOTHING, isChosen(old) ? old.plan : undefined));
      coo = other;
      if (!made) return async () => {};
      replace(made);
      return () => end(old);
    },
    async dispose() {
      const last = await opening?.catch(() => undefined);
      try {
        if (last) await end(last);
      } finally {
        await leaving;
      }
    },
  };
}
