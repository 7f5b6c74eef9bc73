/** Figures of the lengths: `count` of them in low..high. */
interface ThreeLengths {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  readonly sum: number;
  /** Variance about their mean, and mean absolute deviation from it. */
  readonly variance: number;
  readonly meanDeviation: number;
}

/**
 * Lengths of three kinds from the shortest to the longest: `a`, the mean, and `b`. Deviations on either side of the mean add up to half of
 * d = `meanDeviation`, so the variance is (b − a)·d/2, and the shares of the ends are d/2 over their distances from the mean. The shares are
 * smallest where both ends are as far from it: the possible place nearest to that is taken. Undefined where even there they are more than all.
 */
export function threeLengths(figures: ThreeLengths): Int32Array | undefined {
  const { count, low, high, sum, variance, meanDeviation } = figures;
  const mean = sum / count;
  // Lengths about the mean are the two whole numbers beside it, which deviate, too.
  const rounded = 2 * (mean % 1) * (1 - (mean % 1));
  let [a, b, short, long] = [mean, mean, 0, 0];
  for (let pass = 0; pass < 20; pass++) {
    const own = meanDeviation - rounded * (1 - short - long);
    const apart = (2 * variance) / own;
    a = Math.min(high - apart, Math.max(low, mean - apart / 2));
    b = a + apart;
    [short, long] = [own / (2 * (mean - a)), own / (2 * (b - mean))];
    if (!(own > 0) || a < low || !(short > 0 && long > 0 && short + long <= 1)) return undefined;
  }
  const lengths = new Int32Array(count);
  const [shortest, middle] = [Math.round(short * count), count - Math.round(long * count)];
  let carried = 0.5;
  for (let k = 0; k < count; k++) {
    const exact = (k < shortest ? a : k < middle ? mean : b) + carried;
    lengths[k] = Math.min(high, Math.max(low, Math.floor(exact)));
    carried = exact - Math.floor(exact);
  }
  return lengths;
}
