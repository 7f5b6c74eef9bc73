import type { Advised } from '@spmv/advice';
import type { CooMatrix, Registry, ValueArray } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type {
  EigenOptions,
  EigenResult,
  PageRankOptions,
  PageRankResult,
  PreparedMatrix,
  RefineOptions,
  SolveOptions,
  SolveResult,
  System,
} from '@spmv/solvers';
import { deviceSystem, eigenvalues, hostSystem, pageRank, refine, solve } from '@spmv/solvers';
import type { Bound } from './bound.ts';
import type { Numbers } from './choice.ts';

/** Solves with a matrix, where and as its products are computed. */
export interface Solving<N extends ValueArray> {
  solve(b: Numbers, options: SolveOptions): Promise<SolveResult<N>>;
  refine(b: Numbers, options: RefineOptions): Promise<SolveResult<Float64Array>>;
  eigenvalues(options: EigenOptions): Promise<EigenResult>;
  pageRank(options: Omit<PageRankOptions, 'place'>): Promise<PageRankResult>;
  dispose(): Promise<void>;
}

/** A matrix as it was chosen to be stored, once more; nothing where values are stored narrower than they are added up: those have no kernel that ends in sums. */
function storedAs(
  coo: CooMatrix,
  { format, formatParams, precision, stored }: Advised,
  registry: Registry,
): Pick<PreparedMatrix, 'stored'> {
  if (stored !== undefined) return {};
  const matrix = () =>
    buildMatrix(registry.format(format), coo, {
      params: formatParams,
      valueType: precision === 'f32' ? 'f32' : 'f64',
    });
  return { stored: { format, matrix } };
}

/** What solvers are made of. */
export interface SolvingParts {
  readonly coo: CooMatrix;
  readonly bound: Bound;
  readonly choice: Advised;
  readonly registry: Registry;
  /** Chooses how another matrix is multiplied with on the same backend, and prepares it. */
  bindOther(coo: CooMatrix): Promise<{ readonly bound: Bound; readonly choice: Advised }>;
}

/** What is solved with: prepared when it is first asked for. */
export function createSolving<N extends ValueArray>({
  coo,
  bound: { operator, backend },
  choice,
  registry,
  bindOther,
}: SolvingParts): Solving<N> {
  let system: Promise<System> | undefined;
  const { precision } = choice;
  const prepareMatrix = async (other: CooMatrix): Promise<PreparedMatrix> => {
    const made = await bindOther(other);
    return { operator: made.bound.operator, dispose: made.bound.dispose, ...storedAs(other, made.choice, registry) };
  };
  const place = { backend, registry, precision, prepareMatrix };
  const prepared = (): Promise<System> => {
    system ??= deviceSystem({ ...place, coo, operator, ...storedAs(coo, choice, registry) });
    return system;
  };
  return {
    solve: async (b, options) => (await solve(await prepared(), b, options)) as SolveResult<N>,
    refine: async (b, options) => refine(await hostSystem(coo), await prepared(), b, options),
    eigenvalues: async (options) => eigenvalues(await prepared(), options),
    pageRank: (options) => pageRank(coo, { ...options, place }),
    async dispose() {
      await system?.then(
        (made) => made.dispose(),
        () => {},
      );
    },
  };
}
