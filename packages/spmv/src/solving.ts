import type { BoundEnded } from '@spmv/advice';
import type { CooMatrix, Operator, Precision, Registry, ValueArray } from '@spmv/core';
import type {
  EigenOptions,
  EigenResult,
  MadeLevels,
  PageRankOptions,
  PageRankResult,
  PreparedMatrix,
  RefineOptions,
  SolveOptions,
  SolveResult,
  System,
} from '@spmv/solvers';
import {
  deviceSystem,
  eigenvalues,
  hostSystem,
  pageRank,
  productWithSum,
  refine,
  solve,
  solveMany,
} from '@spmv/solvers';
import type { OperatorWithOperands } from './bound.ts';

/** Solves with a matrix, where and as its products are computed. */
export interface Solving<N extends ValueArray> {
  solve(b: ValueArray | readonly ValueArray[], options: SolveOptions): Promise<SolveResult<N> | SolveResult<N>[]>;
  refine(b: ValueArray, options: RefineOptions): Promise<SolveResult<Float64Array>>;
  eigenvalues(options: EigenOptions): Promise<EigenResult>;
  pageRank(options: Omit<PageRankOptions, 'place'>): Promise<PageRankResult>;
  /** Levels of multigrid, where they were made, for the same with other values, to which they belong then. */
  levels(): Promise<MadeLevels | undefined>;
  dispose(): Promise<void>;
}

/** What solvers are made of. */
export interface SolvingParts {
  readonly coo: CooMatrix;
  readonly bound: OperatorWithOperands;
  readonly precision: Precision;
  readonly registry: Registry;
  /** Levels that were made of other values. */
  readonly earlier?: MadeLevels | undefined;
  /** Chooses how another matrix is multiplied with on the same backend, and prepares it. Default: CSR. */
  bindOther?(coo: CooMatrix): Promise<OperatorWithOperands>;
  /** Chooses anew for products that end in a sum; undefined where what is bound is best, or nothing is to be tried. */
  bindEnded?(ended: typeof productWithSum): Promise<Pick<BoundEnded, 'operator' | 'stored'> | undefined>;
}

function areSeveral(b: ValueArray | readonly ValueArray[]): b is readonly ValueArray[] {
  return Array.isArray(b);
}

/** What is solved with: prepared when it is first asked for. */
export function createSolving<N extends ValueArray>({
  coo,
  bound: { operator, backend, stored },
  precision,
  registry,
  earlier,
  bindOther,
  bindEnded,
}: SolvingParts): Solving<N> {
  let system: Promise<System> | undefined;
  let left = earlier;
  let ended: Operator | undefined;
  const prepareMatrix = bindOther && ((other: CooMatrix): Promise<PreparedMatrix> => bindOther(other));
  const place = { backend, registry, precision, ...(prepareMatrix ? { prepareMatrix } : {}) };
  const prepared = (): Promise<System> => {
    system ??= Promise.resolve(bindEnded?.(productWithSum)).then((better) => {
      ended = better?.operator;
      const kept = ended ? better?.stored : stored;
      const own = left;
      left = undefined;
      return deviceSystem({
        ...place,
        coo,
        operator: ended ?? operator,
        ...(kept ? { stored: kept } : {}),
        ...(own ? { earlier: own } : {}),
      });
    });
    return system;
  };
  return {
    solve: async (b, options) => {
      const own = await prepared();
      return (await (areSeveral(b) ? solveMany(own, b, options) : solve(own, b, options))) as
        | SolveResult<N>
        | SolveResult<N>[];
    },
    refine: async (b, options) => refine(await hostSystem(coo), await prepared(), b, options),
    eigenvalues: async (options) => eigenvalues(await prepared(), options),
    pageRank: (options) => pageRank(coo, { ...options, place }),
    async levels() {
      const own = left;
      left = undefined;
      return own ?? (await system)?.madeLevels?.();
    },
    async dispose() {
      if (left && 'facts' in left) await left.dispose();
      await system?.then(
        (made) => made.dispose(),
        () => {},
      );
      await ended?.dispose();
    },
  };
}
