import { isSpmvError } from '@spmv/core';
import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import type { Attempt } from './attempt.ts';
import type { Chosen } from './choose.ts';
import { describe } from './describe.ts';
import type { Held } from './held.ts';
import type { SolveOptions } from './options.ts';
import { maxiterOf } from './options.ts';
import type { SolveResult, Tried } from './result.ts';
import type { OneMethod } from './task.ts';

/** A method and a preconditioner. */
type Pair = Pick<Chosen, 'method' | 'M'>;

/** Whatever the matrix: first and second where it is cheap, and last in any case. */
const DIRECT: Pair = { method: 'direct', M: 'none' };
/** Multiplications of a factorization that comes first: some tenths of a second, or as many as five hundred iterations have. */
const FIRST = { least: 1e8, each: 1000 };
/** Entries for which an ordering, that may be of no use, comes before iterations. */
const ORDERED = 4e6;
/** Multiplications of a factorization that comes second: some twenty seconds. */
const SECOND = 1e10;
/** An iteration has the multiplications of a product, and about so many for each row by its vectors. */
const BY_VECTORS = 10;
/** So many multiplications of factors take as long as one of an iteration: they are dense. */
const DENSE = 4;
/** Why a method is none for a matrix. */
const UNFIT: ReadonlySet<string> = new Set([
  'SOLVER.PRECONDITIONER',
  'SOLVER.UNFIT',
  'SOLVER.SINGULAR',
  'SOLVER.GROWTH',
  'FORMAT.OUT_OF_MEMORY',
]);

/** What asks less of a matrix than the method before it, in this order. A residual that lsqr brings down belongs to any matrix. */
function nextOf({ method, M }: Pair): readonly Pair[] {
  const without = (one: MethodId): Pair => ({ method: one, M: 'none' });
  // Symmetry is of the entries up to rounding, or only said of a function: gmres needs none.
  const general: readonly Pair[] = [without('gmres'), without('lsqr'), DIRECT];
  if (method === 'cg') return [DIRECT, without('minres'), ...general];
  if (method === 'minres') return [DIRECT, ...general];
  if (method !== 'bicgstab') return [];
  return [DIRECT, { method, M: 'ilut' }, { method: 'gmres', M }, without('lsqr'), DIRECT];
}

function nameOf({ method, M }: { readonly method: MethodId; readonly M: PreconditionerId | string }): string {
  return M === 'none' ? method : `${method} with ${M}`;
}

/** Whether another method may get further: neither what was asked for, nor the precision, nor whoever stopped it is why this one ended. */
function maySucceedElsewhere(
  { result: { reason }, told: { broken } }: Attempt,
  { maxiter }: SolveOptions,
  { untilLevels }: Link,
): boolean {
  // No method brings x into the range.
  if (broken?.kind === 'range') return false;
  return (
    reason === 'breakdown' || reason === 'stagnation' || (reason === 'limit' && (untilLevels || maxiter === undefined))
  );
}

/** A solution before least squares, these before what has the least residual. */
function rankOf({ converged, leastSquares }: SolveResult): number {
  return converged ? 2 : leastSquares ? 1 : 0;
}

/** Of equals the last, which says why nothing followed. */
function bestOf(attempts: readonly Attempt[]): Attempt {
  return attempts.reduce((one, other) => {
    const more = rankOf(other.result) - rankOf(one.result);
    return more > 0 || (more === 0 && other.result.residual <= one.result.residual) ? other : one;
  });
}

/** All iterations as one run, with what is left of the best x. */
function joined(attempts: readonly Attempt[], chosen: readonly string[], tried: readonly Tried[]): SolveResult {
  const best = bestOf(attempts);
  const results = attempts.map(({ result }) => result);
  const others = results.filter((one) => one !== best.result);
  if (others.length === 0) return { ...best.result, chosen, attempts: tried };
  const before = others.map(
    ({ method, preconditioner, reason, iterations }) =>
      `${nameOf({ method, M: preconditioner })}: ${reason} after ${iterations}`,
  );
  const besides = ` (tried besides: ${before.join(', ')})`;
  const total = (of: (one: SolveResult) => number): number => results.reduce((sum, one) => sum + of(one), 0);
  let done = 0;
  const history = results.flatMap((one) => {
    const from = done;
    done += one.iterations;
    return one.history.map(({ iteration, residual }) => ({ iteration: iteration + from, residual }));
  });
  return {
    ...best.result,
    ...describe(best.told, { tried: others.map(({ method }) => method), besides }),
    chosen,
    attempts: tried,
    iterations: done,
    restarts: total(({ restarts }) => restarts),
    setupMs: total(({ setupMs }) => setupMs),
    iterationMs: total(({ iterationMs }) => iterationMs),
    history,
  };
}

/** Tries what was chosen. A preconditioner that nobody asked for and that cannot be made is left out, and that is said. */
export async function attemptChosen(
  { method, M, reasons }: Chosen,
  attempt: (pair: Pair) => Promise<Attempt>,
): Promise<readonly [Attempt, chosen: readonly string[]]> {
  try {
    return [await attempt({ method, M }), reasons];
  } catch (error) {
    if (M === 'none' || !isSpmvError(error, 'SOLVER.PRECONDITIONER')) throw error;
    return [await attempt({ method, M: 'none' }), [...reasons, `${M} was left out: ${error.message}`]];
  }
}

/** A step of the chain: a pair, the multiplications that factors may take, and when iterations end that others follow. */
type Link = Pick<OneMethod, 'mostProducts' | 'untilLevels' | 'probation'> & { readonly pair: Pair };

/** Iterations within which levels show that they are of no use. */
const PROBATION = 10;

/** Levels are made only when iterations have taken as long: so what is done is never much more than twice what would have been best. */
function iterationsOf(automatic: Chosen): readonly Link[] {
  if (!automatic.mayHaveLevels) return [{ pair: automatic }];
  const { method, M } = automatic;
  return [
    { pair: automatic, untilLevels: true },
    { pair: { method, M: 'multigrid' }, probation: PROBATION },
    { pair: { method, M } },
  ];
}

/** Rows and entries of a square matrix. */
interface SquareSize {
  readonly n: number;
  readonly nnz: number;
}

/** Factors where they are cheap, what was chosen, and what asks less. Whoever gives a beginning or a number of iterations asks for iterations. */
function chainOf(automatic: Chosen, { x0, maxiter }: SolveOptions, square: SquareSize | undefined): readonly Link[] {
  const isFirst = square !== undefined && square.nnz <= ORDERED && x0 === undefined && maxiter === undefined;
  const mostProducts = Math.max(FIRST.least, FIRST.each * (square?.nnz ?? 0));
  const next = nextOf(automatic).filter((pair) => pair !== DIRECT || square !== undefined);
  const second = next.indexOf(DIRECT);
  return [
    ...(isFirst ? [{ pair: DIRECT, mostProducts }] : []),
    ...iterationsOf(automatic),
    ...next.map((pair, at) => ({ pair, ...(at === second ? { mostProducts: SECOND } : {}) })),
  ];
}

/** Of a matrix that no values make regular: least squares come first, since most b have no solution, and factors not at all. */
function withoutFactors(links: readonly Link[]): Link[] {
  const left = links.filter(({ pair }) => pair !== DIRECT);
  const isLeast = ({ pair }: Link): boolean => pair.method === 'lsqr';
  return [...left.filter(isLeast), ...left.filter((link) => !isLeast(link))];
}

/** Iterations that take as long as the factors that follow, where their multiplications are known. */
function iterationsBefore(next: Link | undefined, dear: number, { n, nnz }: SquareSize): number | undefined {
  const isNext = next?.pair === DIRECT && dear > 0 && dear < (next.mostProducts ?? Infinity);
  return isNext ? Math.min(maxiterOf({}, n), Math.ceil(dear / DENSE / (nnz + BY_VECTORS * n))) : undefined;
}

/** What is said of a method that others follow, or precede. */
function choiceText(
  last: SolveResult | undefined,
  { pair }: Link,
  { result }: Attempt,
  automatic: Chosen,
  reasons: readonly string[],
): readonly string[] {
  const name = nameOf({ method: result.method, M: result.preconditioner });
  if (last)
    return [`${nameOf({ method: last.method, M: last.preconditioner })} ended in ${last.reason}: ${name} went on`];
  if (pair === DIRECT) return [`${name} first: factors take little`];
  return pair === automatic ? reasons : [`${name} first: the methods before it do not fit`];
}

/**
 * Solves by factors where the analysis says that they are cheap, then by what was chosen and, where that breaks down, stagnates or ends by its own limit, by methods that ask less of a matrix, until one solves the system, shows
 * that least squares are all there is, or none is left. Where no values make the matrix regular lsqr comes first. Each has a budget of its own, that of a method before factors no more than they will take, but for a `maxiter` that
 * was given, which is of all. It begins from the best x so far, or from the given x0 where that one is so large that
 * rounding would be seen; lsqr always does, since from 0 it finds the smallest of many solutions. What was tried is said. `square`: of a square matrix, where its entries are known. Factors that are `held` come first.
 */
export async function solveOnwards(
  automatic: Chosen,
  options: SolveOptions,
  attempt: (options: OneMethod) => Promise<Attempt>,
  square?: SquareSize,
  held?: Held,
): Promise<SolveResult> {
  const attempts: Attempt[] = [];
  const tried: Tried[] = [];
  const chosen: string[] = [];
  const { callback } = options;
  /** Multiplications of factors that were refused; Infinity where there are none, or no more. */
  let dear = held?.dear ?? 0;
  let problem: unknown;
  let before: Link | undefined;
  let links = [...(held?.direct ? [{ pair: DIRECT }] : []), ...chainOf(automatic, options, square)];
  for (let link = links.shift(); link; link = links.shift()) {
    const { pair, ...limits } = link;
    const { mostProducts = Infinity } = limits;
    if (pair === DIRECT && dear >= mostProducts) continue;
    const last = attempts.at(-1);
    if (last && before && !maySucceedElsewhere(last, options, before)) break;
    const done = attempts.reduce((sum, { result }) => sum + result.iterations, 0);
    const left =
      options.maxiter !== undefined
        ? options.maxiter - done
        : square && pair !== DIRECT
          ? iterationsBefore(links[0], dear, square)
          : undefined;
    if (last && left !== undefined && left <= 0) break;
    const sound = attempts.filter(({ isSound }) => isSound);
    const best = sound.length > 0 ? bestOf(sound).result : undefined;
    const isBetter = best !== undefined && best.relativeResidual < 1 && pair.method !== 'lsqr' && pair !== DIRECT;
    const one = (by: Pair): Promise<Attempt> =>
      attempt({
        ...options,
        method: by.method,
        M: by.M,
        ...limits,
        ...(left === undefined ? {} : { maxiter: left }),
        ...(isBetter ? { x0: best.x } : {}),
        ...(callback ? { callback: (check) => callback({ ...check, iteration: check.iteration + done }) } : {}),
      });
    const startMs = performance.now();
    try {
      const [found, reasons] =
        pair === automatic ? await attemptChosen(automatic, one) : [await one(pair), automatic.reasons];
      chosen.push(...choiceText(last?.result, link, found, automatic, reasons));
      attempts.push(found);
      before = link;
      tried.push(...found.result.attempts);
    } catch (error) {
      // Not for this matrix: it has no such factors, or no products with its transpose.
      if (!isSpmvError(error) || !UNFIT.has(error.code)) throw error;
      problem = error;
      const { message, details } = error;
      if (pair === DIRECT) dear = typeof details['products'] === 'number' ? details['products'] : Infinity;
      chosen.push(`${nameOf(pair)} was left out: ${message}`);
      const ms = performance.now() - startMs;
      tried.push({ method: pair.method, preconditioner: pair.M, reason: 'left-out', message, iterations: 0, ms });
      if (details['structural'] === true) links = withoutFactors(links);
      continue;
    }
    if (pair === DIRECT) dear = Infinity;
  }
  if (held && dear < Infinity) held.dear = dear;
  if (attempts.length === 0) throw problem;
  return joined(attempts, chosen, tried);
}
