import type { CooMatrix, ValueArray } from '@spmv/core';
import type { MadeLevels, SolveOptions, SolveResult } from '@spmv/solvers';
import type { Main, MainProduct } from './main-product.ts';
import type { SharedBackends } from './places.ts';
import { nearer, solvePutOff } from './put-off-solve.ts';
import type { Solving } from './solving.ts';
import { worthChoosingMs } from './unchosen.ts';

/** How many times as long as what may be chosen CSR is thought to take: where other backends are among it, and on one. */
const [ELSEWHERE, HERE] = [2, 1.25];

/** What solves with a matrix. */
export interface MatrixSolving<N extends ValueArray> {
  /**
   * One b by CSR where the choice is put off, until iterations took as long as it does and it pays; all else by what is chosen, and so is what a method is left out of that may go on elsewhere than on one thread.
   * Errors: those of `solve` and `bind`.
   */
  solve(b: ValueArray | readonly ValueArray[], options: SolveOptions): Promise<SolveResult<N> | SolveResult<N>[]>;
  /** By what is chosen, at once where nothing is. Errors: those of `bind`. */
  using<T>(work: (solving: Solving<N>) => Promise<T>): Promise<T>;
  /** For other values at the same places, while nothing is computed: levels of multigrid stay for what is made next. */
  renew(): Promise<void>;
  /** Disposes of what solves, but not of such levels. */
  clear(): Promise<void>;
  dispose(): Promise<void>;
}

/** What it is made of. */
interface SolvingOf<N extends ValueArray> {
  readonly main: MainProduct;
  readonly places: SharedBackends;
  coo(): CooMatrix;
  /** `earlier`: levels that were made of other values. */
  create(of: Main, earlier: MadeLevels | undefined): Promise<Solving<N>>;
}

const isOne = (b: ValueArray | readonly ValueArray[]): b is ValueArray => !Array.isArray(b);

/** Prepares nothing before something is solved. */
export function createMatrixSolving<N extends ValueArray>({
  main,
  places,
  coo,
  create,
}: SolvingOf<N>): MatrixSolving<N> {
  let now: { readonly of: Main; readonly made: Promise<Solving<N>> } | undefined;
  let levels: MadeLevels | undefined;
  let leaving: Promise<unknown> = Promise.resolve();

  /** After what is solved with it. */
  const leave = async ({ of, made }: NonNullable<typeof now>): Promise<void> => {
    await Promise.allSettled(of.users);
    await made.then(
      (one) => one.dispose(),
      () => {},
    );
  };
  const solvingOf = (of: Main): Promise<Solving<N>> => {
    if (now?.of === of) return now.made;
    if (now) leaving = Promise.all([leaving, leave(now)]);
    // Whoever disposes of all is told.
    leaving.catch(() => {});
    const made = create(of, levels);
    levels = undefined;
    now = { of, made };
    made.catch(() => {
      if (now?.made === made) now = undefined;
    });
    return made;
  };
  const by = async <T>(of: Main, work: (solving: Solving<N>) => Promise<T>): Promise<T> => {
    const task = solvingOf(of).then(work);
    of.users.add(task);
    try {
      return await task;
    } finally {
      of.users.delete(task);
    }
  };
  const using: MatrixSolving<N>['using'] = async (work) => by(await main.choose(), work);
  const clear = async (): Promise<void> => {
    const last = now;
    now = undefined;
    if (last) await leave(last);
    await leaving;
  };
  return {
    async solve(b, options) {
      // Methods that follow one another are not begun anew.
      const isAtOnce = main.isDue || !isOne(b) || (places.isWide && options.method === undefined);
      const of = isAtOnce ? await main.choose() : await main.open();
      if (of.chosen || !isOne(b)) return by(of, (solving) => solving.solve(b, options));
      const solved = await by(of, (solving) =>
        solvePutOff((asked) => solving.solve(b, asked) as Promise<SolveResult<N>>, b, options, {
          leftMs: main.leftMs,
          chooseMs: worthChoosingMs(coo().values.length),
          gain: places.isWide ? ELSEWHERE : HERE,
        }),
      );
      main.spend(solved.spentMs);
      if (solved.result) return solved.result;
      const anew = await using((solving) => solving.solve(b, solved.options) as Promise<SolveResult<N>>);
      return nearer(solved.ended, anew);
    },
    using,
    async renew() {
      // What fails there makes them anew.
      if (now) levels = await now.made.then((one) => one.levels()).catch(() => undefined);
      await clear();
    },
    clear,
    async dispose() {
      await clear();
      if (levels && 'facts' in levels) await levels.dispose();
    },
  };
}
