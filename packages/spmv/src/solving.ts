import type { Advised } from '@spmv/advice';
import type { CooMatrix, Registry, ValueArray } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type {
  EigenOptions,
  EigenResult,
  PageRankOptions,
  PageRankResult,
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

/** What is solved with: prepared when it is first asked for. */
export function createSolving<N extends ValueArray>(
  coo: CooMatrix,
  { operator, backend }: Bound,
  { format, formatParams, precision, stored }: Advised,
  registry: Registry,
): Solving<N> {
  let system: Promise<System> | undefined;
  const matrix = () =>
    buildMatrix(registry.format(format), coo, {
      params: formatParams,
      valueType: precision === 'f32' ? 'f32' : 'f64',
    });
  const prepared = (): Promise<System> => {
    // Values that are stored narrower than they are added up have no kernel that ends in sums.
    const again = stored === undefined ? { stored: { format, matrix } } : {};
    system ??= deviceSystem({ backend, registry, precision, coo, operator, ...again });
    return system;
  };
  return {
    solve: async (b, options) => (await solve(await prepared(), b, options)) as SolveResult<N>,
    refine: async (b, options) => refine(await hostSystem(coo), await prepared(), b, options),
    eigenvalues: async (options) => eigenvalues(await prepared(), options),
    pageRank: (options) => pageRank(coo, { ...options, place: { backend, registry, precision } }),
    async dispose() {
      await system?.then(
        (made) => made.dispose(),
        () => {},
      );
    },
  };
}
