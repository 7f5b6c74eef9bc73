/**
 * Positions to name along an axis from `from` to `to`, the end not counted: multiples of 1, 2 or 5 times a power of ten, the smallest of
 * these with at most `most` of them in view. `most` is at least 1.
 */
export function axisTicks([from, to]: readonly [from: number, to: number], most: number): readonly number[] {
  const least = Math.max(1, (to - from) / most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least) ?? 10 * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) ticks.push(at);
  return ticks;
}
