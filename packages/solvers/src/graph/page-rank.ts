import type { CooMatrix, OptionRules } from '@spmv/core';
import {
  anyOption,
  checkOptions,
  countOption,
  functionOption,
  numberOption,
  signalOption,
  SpmvError,
} from '@spmv/core';
import { createCycle } from '../iterate/cycle.ts';
import type { Check } from '../iterate/history.ts';
import { createHistory } from '../iterate/history.ts';
import type { Stop } from '../iterate/outcome.ts';
import { createPause } from '../iterate/pause.ts';
import { iterateStretch } from '../iterate/stretch.ts';
import { checkEntries, checkSize } from '../solve/given.ts';
import { numbers, share } from '../solve/options.ts';
import { exponentFor, largestOf, shifted } from '../solve/scale.ts';
import { createDeviceSpace } from '../space/device-space.ts';
import type { DevicePlace } from '../space/device-tools.ts';
import { createDeviceTools } from '../space/device-tools.ts';
import { createHostSpace } from '../space/host-space.ts';
import type { Space } from '../space/space.ts';
import type { Cell, Step } from '../space/step.ts';
import { dots, linear, product, scalar } from '../space/steps.ts';
import { linksOf } from './link-matrix.ts';

/** How to rank. */
export interface PageRankOptions {
  /** Part of the walk that follows links. Default 0.85. */
  readonly damping?: number;
  /** Weights of nodes to begin at anew, and to go to from nodes that lead nowhere. Default: all nodes alike. */
  readonly personalization?: ArrayLike<number>;
  /** What the ranks may change in an iteration, all of them together. Default 1e-9. */
  readonly tol?: number;
  /** Default 1000. */
  readonly maxiter?: number;
  /** Where to compute. Default: the host, in plain TypeScript. */
  readonly place?: DevicePlace;
  /** Iterations between checks. */
  readonly checkEvery?: number;
  readonly callback?: (check: Check) => void;
  readonly signal?: AbortSignal;
}

const RULES: OptionRules<PageRankOptions> = {
  damping: numberOption(0, 1),
  personalization: numbers,
  tol: share,
  maxiter: countOption(0),
  place: anyOption,
  checkEvery: countOption(1),
  callback: functionOption,
  signal: signalOption,
};

/** Ranks of nodes. */
export interface PageRankResult {
  /** One for each node; their sum is 1. */
  readonly ranks: Float64Array;
  readonly converged: boolean;
  readonly reason: 'converged' | 'limit' | 'aborted' | 'breakdown' | 'stagnation';
  readonly iterations: number;
  /** A bound of how much the last iteration changed all ranks together, Σ|xᵢ − xᵢ′| ≤ √n·‖x − x′‖. */
  readonly change: number;
  /** The same at checks. */
  readonly history: readonly Check[];
  /** Nodes that lead nowhere. */
  readonly danglingCount: number;
  readonly place: string;
}

/** Weights of nodes as shares. Errors: `OPERAND.LENGTH`, `PARAM.OUT_OF_RANGE`. */
function sharesOf(weights: ArrayLike<number>, n: number): Float64Array {
  checkSize('personalization', weights, n, 'row');
  const given = Float64Array.from(weights);
  const exponent = exponentFor(largestOf(given));
  const all = given.map((weight) => shifted(weight, exponent));
  const sum = all.reduce((total, weight) => total + weight, 0);
  if (sum > 0 && sum < Infinity && all.every((weight) => weight >= 0)) return all.map((weight) => weight / sum);
  throw new SpmvError(
    'PARAM.OUT_OF_RANGE',
    'The weights of personalization have no positive sum, or one of them is negative.',
    {
      fix: 'Give a weight of 0 or more for each node, and at least one above 0.',
      details: { sum },
    },
  );
}

/** x′ ← d·Px + (d·Σ dangling + 1 − d)·v, from x into x′ and back. */
function walk(
  space: Space,
  P: Parameters<typeof product>[0],
  cells: { x: Cell; y: Cell; v: Cell; dangling: Cell },
  damping: number,
) {
  const [lost, again, squared, one] = [space.scalar(), space.scalar(), space.scalar(), space.scalar(1)];
  const iteration = (from: Cell, to: Cell): readonly Step[] => [
    dots(from, { dot: [cells.dangling, lost] }),
    scalar('sum', again, [lost, one], damping, 1 - damping),
    product(P, from, to, { alpha: damping }),
    linear(cells.v, to, { a: again }),
    // What `from` held is written anew by the next product.
    linear(to, from, { beta: -1, norm: squared }),
  ];
  return { squared, cycle: [() => iteration(cells.x, cells.y), () => iteration(cells.y, cells.x)] };
}

/**
 * PageRank of a graph by power iteration: a walk follows links with probability d, and begins anew at v otherwise and wherever no link leads on.
 *
 * Entry (i, j) of the graph is a link from i to j, its value a weight: n × n, values ≥ 0. Reads the graph and the weights, changes nothing of them. The iteration converges for
 * d < 1, its error falling at least by d each time. The sum of ranks is 1.
 *
 * Errors: `SOLVER.UNFIT`, `SOLVER.NOT_FINITE`, `PARAM.OUT_OF_RANGE`, `OPERAND.LENGTH`; `KERNEL.NONE` where the place has no kernels for it.
 * Source: L. Page et al., The PageRank citation ranking, 1999; A. N. Langville, C. D. Meyer, Deeper inside PageRank, 2004.
 */
export async function pageRank(graph: CooMatrix, options: PageRankOptions = {}): Promise<PageRankResult> {
  const { damping = 0.85, personalization, tol = 1e-9, maxiter = 1000, place, checkEvery, callback, signal } = options;
  checkOptions('pageRank', options, RULES);
  checkEntries('graph', graph, false);
  const n = graph.shape.rows;
  const { shares, dangling, danglingCount } = linksOf(graph);
  const v = personalization ? sharesOf(personalization, n) : new Float64Array(n).fill(1 / n);
  const tools = place && (await createDeviceTools(place));
  const space = tools ? createDeviceSpace(tools) : createHostSpace();
  try {
    const cells = { x: space.vector(n), y: space.vector(n), v: space.vector(n), dangling: space.vector(n) };
    await space.write(cells.x, v);
    await space.write(cells.v, v);
    await space.write(cells.dangling, dangling);
    const { squared, cycle } = walk(space, await space.matrix(shares), cells, damping);
    const history = createHistory();
    let change = Infinity;
    const { k, end } =
      n === 0 || maxiter === 0
        ? { k: 0, end: n === 0 ? ('solved' as const) : ('cycle' as const) }
        : await iterateStretch({
            space,
            method: {
              begin: [],
              cycle,
              watch: () => [squared],
              judge: ([sum = 0]) => ({ residual: Math.sqrt(n * sum) }),
            },
            begin: { run: () => {} },
            cycle: createCycle(space, cycle),
            start: { iteration: 0, residual: 1 },
            maxiter,
            target: tol,
            ...(checkEvery ? { checkEvery } : {}),
            onCheck: (check, { residual }): Stop | 'solved' | undefined => {
              change = residual;
              history.add(check);
              callback?.(check);
              if (residual <= tol) return 'solved';
              return signal?.aborted ? { reason: 'aborted' } : undefined;
            },
            pause: createPause(),
          });
    const ranks = Float64Array.from(await space.read(k % 2 === 0 ? cells.x : cells.y));
    const sum = ranks.reduce((total, rank) => total + rank, 0);
    const reason = end === 'solved' ? 'converged' : end === 'cycle' ? 'limit' : end.reason;
    return {
      ranks: n === 0 ? ranks : ranks.map((rank) => rank / sum),
      converged: reason === 'converged',
      reason,
      iterations: k,
      change: n === 0 ? 0 : change,
      history: history.list(),
      danglingCount,
      place: space.place,
    };
  } finally {
    await space.dispose();
    await tools?.dispose();
  }
}
