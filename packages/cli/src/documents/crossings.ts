import { significant } from '../output/numbers.ts';
import type { BenchResult } from './result.ts';

/** Where, along an axis, products with a dense matrix become faster than with a stored one, on one backend. */
export interface Crossing {
  readonly backend: string;
  readonly precision: string;
  /** The point from which on the dense one is faster; null where it is faster nowhere that was tried. */
  readonly from: number | null;
  /** Whether it is so already at the first point. */
  readonly everywhere: boolean;
  /** The fastest kernels at the last point. */
  readonly stored: string;
  readonly dense: string;
}

/** A result at a place of the axis. */
export interface PlacedResult {
  readonly at: number;
  readonly result: BenchResult;
}

/** The fastest result at each place, by place. */
function fastest(points: readonly PlacedResult[]): ReadonlyMap<number, BenchResult> {
  const best = new Map<number, BenchResult>();
  for (const { at, result } of points)
    if ((result.medianMs ?? Infinity) < (best.get(at)?.medianMs ?? Infinity)) best.set(at, result);
  return best;
}

/** Where a line through two points in logarithms crosses 1. */
function between(a: { readonly at: number; readonly ratio: number }, b: typeof a): number {
  const share = Math.log(a.ratio) / (Math.log(a.ratio) - Math.log(b.ratio));
  return a.at * (b.at / a.at) ** share;
}

/** One crossing for each backend and precision that ran both; `against` is the operation that is dense. */
export function crossings(points: readonly PlacedResult[], against: string): readonly Crossing[] {
  const timed = points.filter(({ at, result }) => at > 0 && result.medianMs !== null);
  const keyOf = ({ backend, precision }: BenchResult): string => `${backend} ${precision ?? ''}`;
  return [...new Set(timed.map(({ result }) => keyOf(result)))].flatMap((key) => {
    const here = timed.filter(({ result }) => keyOf(result) === key);
    const [stored, dense] = [false, true].map((isDense) =>
      fastest(here.filter(({ result }) => (result.operation === against) === isDense)),
    ) as [ReadonlyMap<number, BenchResult>, ReadonlyMap<number, BenchResult>];
    const ratios = [...stored]
      .flatMap(([at, { medianMs }]) => {
        const other = dense.get(at)?.medianMs;
        return other && medianMs ? [{ at, ratio: other / medianMs }] : [];
      })
      .sort((a, b) => a.at - b.at);
    const [last] = ratios.slice(-1);
    if (!last) return [];
    const lost = ratios.findLastIndex(({ ratio }) => ratio > 1);
    const [before, after] = [ratios[lost], ratios[lost + 1]];
    const [storedBest, denseBest] = [stored.get(last.at), dense.get(last.at)];
    return [
      {
        backend: storedBest?.backend ?? '',
        precision: storedBest?.precision ?? '',
        from: !after ? null : before ? between(before, after) : after.at,
        everywhere: lost < 0,
        stored: storedBest?.kernel ?? '',
        dense: denseBest?.kernel ?? '',
      },
    ];
  });
}

/** `serial f64: dense wins from density 0.21 on (js/gemm-naive against js/csr).` */
export function crossingText({ backend, precision, from, everywhere, stored, dense }: Crossing, axis: string): string {
  const where =
    from === null
      ? `dense wins at no ${axis} that was tried`
      : everywhere
        ? `dense wins at every ${axis} that was tried, ${significant(from)} and more`
        : `dense wins from ${axis} ${significant(from)} on`;
  return `${backend} ${precision}: ${where} (${dense} against ${stored}).`;
}
