import { SpmvError } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { checkInteger, checkNumber } from './options.ts';
import { drawnLengths } from './drawn-lengths.ts';
import { threeLengths } from './three-lengths.ts';

/** What is asked of the lengths of rows. */
export interface LengthProfile {
  readonly rows: number;
  /** Their sum, exactly. */
  readonly nnz: number;
  /** The longest, exactly. */
  readonly max: number;
  /** The shortest, exactly. Without it no row is empty where `nnz` allows that. */
  readonly min?: number;
  /** Population standard deviation, met within 1 %. */
  readonly deviation: number;
  /** Mean absolute deviation, met within 1 % too: then there are three lengths, about. Default: what the shape brings. */
  readonly meanDeviation?: number;
  /** Lengths are multiples of it, as far as the figures allow: unknowns of a node, sides of a block. Default 1. */
  readonly step?: number;
}

/** Share of the deviation by which the result may miss it, and the share that is good enough to stop looking. */
const TOLERANCE = 0.01;
const CLOSE = 0.002;
/** Different lengths that are tried as partners of a transfer, and random transfers where no good one is left. */
const PARTNERS = 48;
const RANDOM_TRIES = 20_000;

function impossible(owner: string, message: string, fix: string, details: Readonly<Record<string, number>>): SpmvError {
  return new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${owner}': ${message}`, {
    fix,
    details: { owner, ...details },
  });
}

/** The lengths that are free to choose: `count` of them in low..high, together `sum`; `fixed` are the longest and the shortest. */
interface Freedom {
  readonly count: number;
  readonly sum: number;
  readonly low: number;
  readonly high: number;
  readonly fixed: readonly number[];
}

/** Errors: `PARAM.OUT_OF_RANGE` where no lengths have this sum and these ends. */
function freedomOf(owner: string, { rows, nnz, max, min }: LengthProfile): Freedom {
  const low = min ?? (nnz >= rows - 1 + max ? Math.min(1, max) : 0);
  // One row may be the longest and the shortest.
  const fixed = rows === 0 ? [] : rows === 1 || min === undefined ? [max] : [max, low];
  const count = rows - fixed.length;
  const sum = nnz - fixed.reduce((total, length) => total + length, 0);
  const [least, most] = [nnz - sum + count * low, nnz - sum + count * max];
  if (nnz >= least && nnz <= most && (rows > 1 || min === undefined || min === max)) {
    return { count, sum, low, high: max, fixed };
  }
  throw impossible(
    owner,
    `${nnz} entries are not possible in ${rows} rows, the longest of ${max}${min === undefined ? '' : ` and the shortest of ${min}`}.`,
    `Ask for ${least} to ${most} entries, or for other lengths.`,
    { rows, nnz, max, least, most },
  );
}

function squaresOf(lengths: Iterable<number>): number {
  let sum = 0;
  for (const length of lengths) sum += length * length;
  return sum;
}

/** The most even lengths there are. */
function evenLengths({ count, sum }: Freedom): Int32Array {
  const length = count === 0 ? 0 : Math.floor(sum / count);
  return new Int32Array(count).fill(length).fill(length + 1, 0, sum - length * count);
}

/** The most uneven lengths there are: as many as possible at the ends of what is allowed. */
function unevenLengths({ count, sum, low, high }: Freedom): Int32Array {
  const room = sum - count * low;
  const full = high > low ? Math.floor(room / (high - low)) : 0;
  const lengths = new Int32Array(count).fill(low).fill(high, 0, full);
  if (full < count) lengths[full] = low + room - full * (high - low);
  return lengths;
}

/** Changes lengths, evenly spread over them, until they add up. */
function makeSum(lengths: Int32Array, { count, sum, low, high }: Freedom, step: number): void {
  let left = sum;
  for (const length of lengths) left -= length;
  let scan = false;
  while (left !== 0) {
    const size = !scan && Math.abs(left) >= step ? step : 1;
    const change = left > 0 ? size : -size;
    const moves = scan ? count : Math.min(count, Math.floor(Math.abs(left) / size));
    const before = left;
    for (let move = 0; move < moves && left !== 0; move++) {
      const k = Math.floor(((move + 0.5) * count) / moves);
      const length = lengths[k] + change;
      if (length < low || length > high) continue;
      lengths[k] = length;
      left -= change;
    }
    scan = left === before;
  }
}

/** Takes `by` from a row of length `from` and gives it to one of length `to`. */
interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** Rows of each length: what transfers are searched in. */
type Counts = Map<number, number>;

function add(counts: Counts, length: number, change: number): void {
  const count = (counts.get(length) ?? 0) + change;
  if (count === 0) counts.delete(length);
  else counts.set(length, count);
}

function move(counts: Counts, { from, to, by }: Transfer): void {
  add(counts, from, -1);
  add(counts, to, -1);
  add(counts, from - by, 1);
  add(counts, to + by, 1);
}

function gain({ from, to, by }: Transfer): number {
  return 2 * by * (to - from + by);
}

/** Some of the lengths, evenly spread, the ends among them. */
function partners(counts: Counts): readonly number[] {
  const all = [...counts.keys()].toSorted((a, b) => a - b);
  if (all.length <= PARTNERS) return all;
  return Array.from({ length: PARTNERS }, (_, p) => all[Math.round((p * (all.length - 1)) / (PARTNERS - 1))]);
}

/** The transfer that leaves least of `wanted`, of all between some lengths; undefined where none comes nearer. */
function bestTransfer(counts: Counts, { low, high }: Freedom, wanted: number): Transfer | undefined {
  const lengths = partners(counts);
  let best: Transfer | undefined;
  let left = Math.abs(wanted);
  for (const from of lengths) {
    for (const to of lengths) {
      if (from === to && (counts.get(from) as number) < 2) continue;
      const most = Math.min(from - low, high - to);
      // by·(by + to − from) = wanted/2; the nearest whole numbers, or the vertex where nothing reaches it.
      const half = (from - to) / 2;
      const root = Math.sqrt(Math.max(0, half * half + wanted / 2));
      for (const exact of [half + root, half - root]) {
        for (const by of [Math.floor(exact), Math.ceil(exact)]) {
          if (by < 1 || by > most) continue;
          const transfer = { from, to, by };
          const missing = Math.abs(wanted - gain(transfer));
          if (missing >= left) continue;
          left = missing;
          best = transfer;
        }
      }
    }
  }
  return best;
}

/** Lengths of the same sum whose squares add up to about `squares`, `close` being near enough: the nearest that were found. */
function nearer(lengths: Int32Array, freedom: Freedom, squares: number, close: number): Int32Array {
  const counts: Counts = new Map();
  for (const length of lengths) add(counts, length, 1);
  let left = squares - squaresOf(lengths);
  while (Math.abs(left) > close) {
    const transfer = bestTransfer(counts, freedom, left);
    if (transfer === undefined) break;
    move(counts, transfer);
    left -= gain(transfer);
  }
  // Few short rows may need two transfers at once: a walk over arrangements of the same sum finds them.
  const random = createRandom(1);
  let nearest = left;
  let kept = new Map(counts);
  for (let step = 0; step < RANDOM_TRIES && Math.abs(nearest) > close; step++) {
    const known = [...counts.keys()];
    const from = known[random.integer(known.length)];
    const to = known[random.integer(known.length)];
    if (from <= freedom.low || to >= freedom.high || (from === to && (counts.get(from) as number) < 2)) continue;
    const transfer = { from, to, by: 1 };
    const after = left - gain(transfer);
    if (Math.abs(after) > 2 * Math.abs(nearest) + 8) continue;
    move(counts, transfer);
    left = after;
    if (Math.abs(left) >= Math.abs(nearest)) continue;
    nearest = left;
    kept = new Map(counts);
  }
  const made = new Int32Array(lengths.length);
  let k = 0;
  for (const [length, count] of kept) made.fill(length, k, (k += count));
  return made;
}

/**
 * Lengths of rows from the shortest to the longest with exactly these figures, the deviation within 1 %: smoothly distributed, few long
 * ones where `max` is far from the mean; of three kinds where `meanDeviation` is asked for. Time O(rows), and the search for the shape. Errors: `PARAM.OUT_OF_RANGE`, which names what is reachable.
 */
export function lengthsOf(owner: string, profile: LengthProfile): Int32Array {
  const rows = checkInteger(owner, 'rows', profile.rows);
  const max = checkInteger(owner, 'max', profile.max);
  if (profile.min !== undefined) checkInteger(owner, 'min', profile.min, 0, max);
  const nnz = checkInteger(owner, 'nnz', profile.nnz);
  const step = checkInteger(owner, 'step', profile.step ?? 1, 1);
  const deviation = checkNumber(owner, 'deviation', profile.deviation, 0, Number.MAX_VALUE);
  if (profile.meanDeviation !== undefined) checkNumber(owner, 'meanDeviation', profile.meanDeviation, 0, deviation);
  const freedom = freedomOf(owner, profile);
  const mean = rows === 0 ? 0 : nnz / rows;
  const squares = rows * (deviation ** 2 + mean ** 2) - squaresOf(freedom.fixed);
  const deviationOf = (lengths: Int32Array): number =>
    rows === 0 ? 0 : Math.sqrt(Math.max(0, (squaresOf(lengths) + squaresOf(freedom.fixed)) / rows - mean ** 2));
  const isOff = (lengths: Int32Array, share: number): boolean =>
    Math.abs(deviationOf(lengths) - deviation) > share * deviation;
  const [even, uneven] = [evenLengths(freedom), unevenLengths(freedom)];
  const [from, to] = [deviationOf(even), deviationOf(uneven)];
  const refuse = (found: string): SpmvError =>
    impossible(
      owner,
      `rows of standard deviation ${deviation} are not possible: ${nnz} entries in ${rows} rows, the longest of ${max}${profile.min === undefined ? '' : ` and the shortest of ${profile.min}`}, reach ${from} to ${to}${found}.`,
      `Ask for a deviation of ${from} to ${to}${found === '' ? '' : ', or for more rows'}.`,
      { rows, nnz, max, deviation, from, to },
    );
  if (deviation < from * (1 - TOLERANCE) || deviation > to * (1 + TOLERANCE)) throw refuse('');
  const { count, low, high, sum } = freedom;
  const { meanDeviation } = profile;
  const awayOf = (lengths: Iterable<number>): number => {
    let away = 0;
    for (const length of lengths) away += Math.abs(length - mean);
    return away;
  };
  const drawn =
    meanDeviation === undefined
      ? drawnLengths({ count, low, high, sum, squares, step })
      : threeLengths({
          count,
          low,
          high,
          sum,
          variance: Math.max(0, squares / count - (sum / count) ** 2),
          meanDeviation: (rows * meanDeviation - awayOf(freedom.fixed)) / count,
        });
  if (drawn === undefined) throw refuse(`, and none of mean deviation ${meanDeviation}`);
  makeSum(drawn, freedom, meanDeviation === undefined ? step : 1);
  let lengths = drawn;
  // The search for two ends may stop short of what exists, of few rows; from an end it finds what is near that.
  for (const start of [drawn, uneven, even]) {
    const made = isOff(start, CLOSE) ? nearer(start, freedom, squares, 2 * CLOSE * rows * deviation ** 2) : start;
    if (Math.abs(deviationOf(made) - deviation) < Math.abs(deviationOf(lengths) - deviation)) lengths = made;
    if (!isOff(lengths, TOLERANCE)) break;
  }
  if (isOff(lengths, TOLERANCE)) throw refuse(`, and the nearest found is ${deviationOf(lengths)}`);
  const found = (awayOf(lengths) + awayOf(freedom.fixed)) / rows;
  if (meanDeviation !== undefined && !(Math.abs(found - meanDeviation) <= TOLERANCE * meanDeviation))
    throw refuse(`, and of mean deviation ${meanDeviation} the nearest found is ${found}`);
  const all = new Int32Array(rows);
  all.set(lengths);
  all.set(freedom.fixed, count);
  return all.sort();
}
