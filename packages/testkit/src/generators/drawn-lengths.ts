/** Figures of the lengths to draw: `count` of them in low..high. */
interface Drawing {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  /** Sum of all, met up to rounding. */
  readonly sum: number;
  /** Sum of their squares, met about. */
  readonly squares: number;
  /** Lengths are multiples of it, the ends of the range aside. */
  readonly step: number;
}

/** What a candidate distribution is judged by: every length of a small matrix; of a large one the ends singly and the middle in groups. */
const SINGLE = 512;
const GROUPS = 1024;

interface Ranks {
  /** −ln(1 − u) at the middle of each group, u in 0..1 being its place from the shortest on. */
  readonly exponential: Float64Array;
  readonly weight: Float64Array;
}

function ranksOf(count: number): Ranks {
  const edges: number[] = [0];
  const single = Math.min(count, SINGLE);
  for (let k = 1; k <= single; k++) edges.push(k);
  const middle = Math.max(0, count - 2 * SINGLE);
  const groups = Math.min(GROUPS, middle);
  for (let g = 1; g <= groups; g++) edges.push(single + Math.round((g * middle) / groups));
  for (let k = (edges.at(-1) as number) + 1; k <= count; k++) edges.push(k);
  const weight = Float64Array.from({ length: edges.length - 1 }, (_, g) => edges[g + 1] - edges[g]);
  const exponential = Float64Array.from(weight, (size, g) => exponentialAt(edges[g] + size / 2, count));
  return { exponential, weight };
}

function exponentialAt(rank: number, count: number): number {
  return -Math.log1p(-rank / count);
}

/**
 * Quantile of the distribution of Kumaraswamy ("A generalized probability density function for double-bounded random processes",
 * 1980) on 0..1, its second parameter as a logarithm. Bells, two heaps at the ends and long tails are all among its shapes.
 */
function quantile(exponential: number, a: number, logB: number): number {
  const logT = Math.log(exponential) - logB;
  const logPower = logT < -30 ? logT : Math.log(-Math.expm1(-Math.exp(Math.min(logT, 700))));
  return Math.exp(logPower / a);
}

/** Where in low..high `tooLow` turns from true to false. */
function bisect(low: number, high: number, halvings: number, tooLow: (at: number) => boolean): number {
  let [from, to] = [low, high];
  for (let step = 0; step < halvings; step++) {
    const middle = (from + to) / 2;
    if (tooLow(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Lengths from the shortest to the longest of the distribution that has this mean and these squares, each rounded up as often as its fraction says. */
export function drawnLengths({ count, low, high, sum, squares, step }: Drawing): Int32Array {
  const lengths = new Int32Array(count).fill(low);
  if (count === 0 || high === low || sum <= low * count) return lengths;
  if (sum >= high * count) return lengths.fill(high);
  const { exponential, weight } = ranksOf(count);
  const lengthAt = (e: number, a: number, logB: number): number => low + (high - low) * quantile(e, a, logB);
  const total = (a: number, logB: number): number => {
    let all = 0;
    for (let g = 0; g < weight.length; g++) all += weight[g] * lengthAt(exponential[g], a, logB);
    return all;
  };
  const squaresOf = (a: number, logB: number): number => {
    let all = 0;
    for (let g = 0; g < weight.length; g++) {
      const exact = lengthAt(exponential[g], a, logB) / step;
      const fraction = exact - Math.floor(exact);
      all += weight[g] * step * step * (exact * exact + fraction * (1 - fraction));
    }
    return all;
  };
  const forSum = (a: number): number => bisect(-60, 60 + 12 * a, 48, (logB) => total(a, logB) > sum);
  const a = Math.exp(bisect(-6, 7, 28, (logA) => squaresOf(Math.exp(logA), forSum(Math.exp(logA))) > squares));
  const logB = forSum(a);
  let carried = 0.5;
  for (let k = 0; k < count; k++) {
    const exact = lengthAt(exponentialAt(k + 0.5, count), a, logB) / step + carried;
    lengths[k] = Math.min(high, Math.max(low, step * Math.floor(exact)));
    carried = exact - Math.floor(exact);
  }
  return lengths;
}
