import { createPause } from '../iterate/pause.ts';
import { roundedUp } from '../solve/rounding.ts';
import { shifted } from '../solve/scale.ts';
import type { Space } from '../space/space.ts';
import { linear, product } from '../space/steps.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import { ownShape } from '../system/facts.ts';
import type { System } from '../system/system.ts';
import { inParts } from '../system/system.ts';
import { AIM, defaultTolerance, floorOf } from './floor.ts';
import { createHostBasis } from './host-basis.ts';
import type { KrylovBasis } from './krylov-basis.ts';
import { createKrylovBasis } from './krylov-basis.ts';
import type { EigenOptions, EigenResult, Order } from './options.ts';
import { ORDERS } from './options.ts';
import { startVector } from './start-vector.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** So many times what rounding makes of ‖Av − λv‖ it is after restarts, each of which combines vectors. */
const RESTARTED = 16;

/** How the basis is built, where products are dear. */
interface LanczosWay {
  /** Vectors of the basis. Default max(20, 2k + 2). */
  readonly vectors?: number;
  /** Products after which it is looked whether values are found, from 2k on. Default: as many as the basis has room for. */
  readonly stretch?: number;
  /** `tol` is a part of each |λ|, and not of the largest; as far as rounding allows. */
  readonly isOfEach?: boolean;
  /** Whether values that were found, of which `next` is the one behind them, are all that belong before it: what another beginning would show. Asked once of the same values. */
  readonly areAll?: (values: readonly number[], next: number) => Promise<boolean>;
}

/**
 * Lanczos' method with thick restarts on a system that was checked: see `eigenvalues`.
 * Source: K. Wu, H. Simon, Thick-restart Lanczos method for large symmetric eigenvalue problems, SIAM J. Matrix Anal. Appl. 22, 2000.
 */
export async function lanczos(
  given: System,
  options: EigenOptions,
  { vectors: wide, stretch = Infinity, isOfEach = false, areAll }: LanczosWay = {},
): Promise<EigenResult> {
  const { rows: n } = ownShape(given.facts);
  const length = given.A.shape.rows;
  const { k = Math.min(6, n), which = 'LM', maxiter = 10_000, signal } = options;
  if (n === 0)
    return {
      values: [],
      vectors: [],
      residuals: [],
      converged: true,
      reason: 'converged',
      iterations: 0,
      message: 'a matrix without rows has no eigenvalues',
    };
  const order = ORDERS[which];
  const m = Math.min(n, wide ?? Math.max(20, 2 * k + 2));
  const least = 2 * k;
  const keep = Math.min(m - 1, k + Math.floor((m - k) / 2));
  const parts = await inParts(given);
  const space = parts.newSpace();
  try {
    const { system, exponent } = scaledSystem(parts, space.precision);
    const { tol: asked = defaultTolerance(space.precision) } = options;
    const nothing = floorOf(space.precision);
    // By the numbers of the recurrence to half of it: rounding is in the residual that is computed anew.
    const tol = Math.max(AIM * asked, nothing);
    const { arrayOf } = space;
    const basis = arrayOf
      ? createHostBasis(space, arrayOf, system.A, m, given.facts.isOfPairs === true)
      : createKrylovBasis(space, system.A, m, Math.max(keep, k));
    await space.write(basis.vector(0), startVector(length));
    const T = Array.from({ length: m }, () => Array.from({ length: m }, () => 0));
    const put = (i: number, j: number, value: number): void => {
      T[i][j] = value;
      T[j][i] = value;
    };
    let [from, products, beginnings, largest] = [0, 0, 0, 0];
    const begin = (j: number): Promise<void> => basis.renew(j, startVector(length, ++beginnings));
    /** What was found before the last beginning. */
    let before: readonly number[] | undefined;
    /** What was counted last. */
    let counted: readonly number[] | undefined;
    const pause = createPause();
    for (;;) {
      let last = 0;
      // The last stretch may be shorter.
      let end = Math.min(m, Math.max(from, least) + stretch, from + maxiter - products);
      for (let j = from; j < end; j++) {
        await basis.extend(j);
        products++;
        await pause();
        if (signal?.aborted) end = j + 1;
        const column = await basis.column(j);
        for (let i = 0; i <= j; i++) put(i, j, column[i]);
        for (const value of column) largest = Math.max(largest, Math.abs(value));
        last = column[j + 1];
        if (j + 1 < n && last > nothing * largest) continue;
        // The space of these vectors holds its image, as that of n does: whatever is beside it has eigenvalues of its own.
        last = 0;
        if (j + 1 < end) await begin(j + 1);
      }
      const { values, vectors } = symmetricEigen(T.slice(0, end).map((row) => row.slice(0, end)));
      const best = values.map((_, i) => i).toSorted((a, b) => order(values[a], values[b]));
      const valueOf = (i: number): number => values[i];
      const errorOf = (i: number): number => Math.abs(last * vectors[end - 1]?.[i]);
      const wanted = best.slice(0, k);
      const size = Math.max(...values.map(Math.abs));
      const allowed = (i: number): number => Math.max(tol * (isOfEach ? Math.abs(valueOf(i)) : size), nothing * size);
      const isFound = wanted.length === k && wanted.every((i) => errorOf(i) <= allowed(i));
      const found = wanted.map(valueOf);
      const next = best[k];
      const isNextWorse =
        next === undefined ||
        errorOf(next) <= allowed(next) ||
        (errorOf(next) <= (Math.sqrt(tol) / tol) * allowed(next) &&
          isBefore(order, found.at(-1) as number, valueOf(next), errorOf(next)));
      const areSame = (others: readonly number[] | undefined): boolean =>
        others?.every((value, i) => Math.abs(value - found[i]) <= (4 / AIM) * allowed(wanted[i])) === true;
      const isSame = areSame(before);
      let isCounted = false;
      if (areAll && isFound && next !== undefined && signal?.aborted !== true && !areSame(counted)) {
        const values = [...found, valueOf(next)].map((value) => shifted(value, -exponent));
        isCounted = await areAll(values.slice(0, k), values[k]);
        counted = found;
      }
      const isAll = end === n || isCounted || (isSame && isNextWorse);
      const reason =
        isFound && isAll ? 'converged' : signal?.aborted ? 'aborted' : products >= maxiter ? 'limit' : undefined;
      // A beginning beside what was found keeps that alone.
      const isAnew = !reason && isFound && (before === undefined || isNextWorse);
      if (!reason && !isAnew && end < m) {
        if (last === 0) await begin(end);
        from = end;
        continue;
      }
      const count = Math.min(end, reason || isAnew ? k : keep);
      const chosen = best.slice(0, count);
      const shares = Array.from({ length: m }, (_, j) => chosen.map((i) => vectors[j]?.[i] ?? 0));
      await basis.combine(shares, count);
      if (reason) {
        const norm = (system.facts.norm ?? Infinity) * (1 + RESTARTED * tol);
        const all = await pairsOf(space, system, basis, found);
        const pairs = all.filter(({ value }) => Math.abs(value) <= norm);
        const left = Math.max(0, ...pairs.map(({ residual }) => residual)) / (size || 1);
        const isWhole = pairs.length === k;
        const near = left <= asked ? 'converged' : left <= RESTARTED * nothing || end === n ? 'rounding' : 'limit';
        const why = reason === 'converged' ? (isWhole ? near : 'limit') : reason;
        return {
          values: pairs.map(({ value }) => shifted(value, -exponent)),
          vectors: pairs.map(({ vector }) => vector),
          residuals: pairs.map(({ residual }) => shifted(residual, -exponent)),
          converged: why === 'converged',
          reason: why,
          message: messageOf(why, { k, products, isFound: isWhole && left <= asked, left, asked }),
          iterations: products,
        };
      }
      for (const row of T) row.fill(0);
      for (const [at, i] of chosen.entries()) put(at, at, valueOf(i));
      if (isAnew) {
        before = found;
        await begin(count);
      }
      from = count;
    }
  } finally {
    await space.dispose();
  }
}

/** Whether a value belongs before another one whatever that one's error is. */
function isBefore(order: Order, value: number, other: number, error: number): boolean {
  return order(value, other - error) < 0 && order(value, other + error) < 0;
}

/** What a message tells. */
interface Told {
  readonly k: number;
  readonly products: number;
  readonly isFound: boolean;
  /** The largest ‖Av − λv‖ over the largest |λ|, and what was asked for. */
  readonly left: number;
  readonly asked: number;
}

function messageOf(reason: EigenResult['reason'], { k, products, isFound, left, asked }: Told): string {
  const what = `${k} eigenvalue${k === 1 ? '' : 's'}`;
  const where = `after ${products} product${products === 1 ? '' : 's'}`;
  if (reason === 'converged') return `found ${what} ${where}, equal ones as often as they are there`;
  if (reason === 'rounding')
    return `found ${what} ${where} as nearly as rounding allows, to ${left.toPrecision(2)} of the largest, where ${asked} was asked for: give tol: ${roundedUp(left)} or more`;
  const why = reason === 'aborted' ? `stopped ${where}` : `reached the limit ${where}: give a larger maxiter or tol`;
  return isFound
    ? `${why}; each of the ${what} is one, and whether others are equal to them or belong before them is not known`
    : `${why}; not all of the ${what} are found`;
}

/** An eigenvalue, its vector, and ‖Av − λv‖ computed anew. */
interface Pair {
  readonly value: number;
  readonly vector: Float64Array;
  readonly residual: number;
}

async function pairsOf(
  space: Space,
  { A }: System,
  basis: KrylovBasis,
  values: readonly number[],
): Promise<readonly Pair[]> {
  const [y, lambda, squared] = [space.vector(A.shape.rows), space.scalar(), space.scalar()];
  const pairs: Pair[] = [];
  for (const [i, value] of values.entries()) {
    const x = basis.vector(i);
    await space.write(lambda, [value]);
    const run = await space.compile([product(A, x, y), linear(x, y, { a: lambda, alpha: -1, norm: squared })]);
    await run.run();
    const residual = Math.sqrt((await space.numbers([squared]))[0]);
    pairs.push({ value, vector: Float64Array.from(await space.read(x)), residual });
  }
  return pairs;
}
