import type { Sizes } from '@spmv/core';
import type { BenchResult } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';

/** How two operations that do the same compare along an axis, on one backend: the fastest of each at every point. */
export interface SweepCrossing {
  readonly backend: string;
  readonly precision: string;
  /** The other operation. */
  readonly against: string;
  /** Sizes of the swept operation's own, but for that of the axis. */
  readonly sizes: Sizes;
  /** Time of the other one over that of the swept one, at each point: above 1 the other is slower. */
  readonly ratios: readonly { readonly at: number; readonly products: number; readonly ratio: number }[];
  /** The point from which on the other one is faster; null where it is not so at the last one. */
  readonly from: number | null;
  /** Whether it is so already at the first point. */
  readonly everywhere: boolean;
  /** The fastest kernels at the last point. */
  readonly ours: string;
  readonly theirs: string;
}

/** A result at a place of the axis. */
export interface PlacedResult {
  readonly at: number;
  readonly result: BenchResult;
  /** Sizes of the swept operation's own there. */
  readonly own: Sizes;
  /** How many of these products are compared with one of the swept operation. */
  readonly products: number;
}

/** The fastest result at each place, by place. */
function fastest(points: readonly PlacedResult[]): ReadonlyMap<number, PlacedResult> {
  const best = new Map<number, PlacedResult>();
  for (const point of points)
    if ((point.result.medianMs ?? Infinity) < (best.get(point.at)?.result.medianMs ?? Infinity))
      best.set(point.at, point);
  return best;
}

/** Where a line through two points in logarithms crosses 1. */
function between(a: { readonly at: number; readonly ratio: number }, b: typeof a): number {
  const share = Math.log(a.ratio) / (Math.log(a.ratio) - Math.log(b.ratio));
  return a.at * (b.at / a.at) ** share;
}

/** One for each backend, precision and sizes that ran both operations. `axis`: the sizes that the curve is over, if any. */
export function crossings(
  swept: readonly PlacedResult[],
  against: readonly PlacedResult[],
  axis: readonly string[] = [],
): readonly SweepCrossing[] {
  const isTimed = ({ at, result }: PlacedResult): boolean => at > 0 && result.medianMs !== null;
  const [ours, theirs] = [swept.filter(isTimed), against.filter(isTimed)];
  const sizesOf = ({ own }: PlacedResult): Sizes =>
    Object.fromEntries(Object.entries(own).filter(([name]) => !axis.includes(name)));
  const keyOf = (point: PlacedResult): string =>
    JSON.stringify([point.result.backend, point.result.precision, sizesOf(point)]);
  return [...new Set(ours.map(keyOf))].flatMap((key) => {
    const here = (all: readonly PlacedResult[]) => fastest(all.filter((point) => keyOf(point) === key));
    const [own, other] = [here(ours), here(theirs)];
    const ratios = [...own]
      .flatMap(
        ([
          at,
          {
            result: { medianMs },
          },
        ]) => {
          const { result, products = 1 } = other.get(at) ?? {};
          return result?.medianMs && medianMs ? [{ at, products, ratio: (products * result.medianMs) / medianMs }] : [];
        },
      )
      .sort((a, b) => a.at - b.at);
    const [last] = ratios.slice(-1);
    if (!last) return [];
    const lost = ratios.findLastIndex(({ ratio }) => ratio > 1);
    const [before, after] = [ratios[lost], ratios[lost + 1]];
    const [ourBest, theirBest] = [own.get(last.at), other.get(last.at)];
    if (!ourBest || !theirBest) return [];
    return [
      {
        backend: ourBest.result.backend,
        precision: ourBest.result.precision ?? '',
        against: theirBest.result.operation,
        sizes: sizesOf(ourBest),
        ratios,
        from: !after ? null : before ? between(before, after) : after.at,
        everywhere: lost < 0,
        ours: ourBest.result.kernel ?? '',
        theirs: theirBest.result.kernel ?? '',
      },
    ];
  });
}

/** `serial f64 vectors=8`. */
function place({ backend, precision, sizes }: SweepCrossing): string {
  return [backend, precision, ...Object.entries(sizes).map(([name, value]) => `${name}=${value}`)].join(' ');
}

/** `serial f64: gemm wins from density 0.21 on (js/gemm-naive against js/csr).` */
export function crossingText(crossing: SweepCrossing, axis: string): string {
  const { from, everywhere, ours, theirs, against } = crossing;
  const where =
    from === null
      ? `${against} wins at no ${axis} that was tried`
      : everywhere
        ? `${against} wins at every ${axis} that was tried, ${significant(from)} and more`
        : `${against} wins from ${axis} ${significant(from)} on`;
  return `${place(crossing)}: ${where} (${theirs} against ${ours}).`;
}

/** `serial f64: wasm/spmm-csr beside as many products of spmv (wasm/csr-simd): 0.54 times as fast at vectors 1, 1.95 at 4.` */
export function ratioText(crossing: SweepCrossing, axis: string): string {
  const { ratios, ours, theirs, against } = crossing;
  const many = ratios.some(({ products }) => products !== 1);
  const beside = many ? `as many single products of ${against}` : against;
  const list = ratios.map(
    ({ at, ratio }, r) => `${significant(ratio)}${r === 0 ? ` times as fast at ${axis}` : ' at'} ${at}`,
  );
  return `${place(crossing)}: ${ours} beside ${beside} (${theirs}): ${list.join(', ')}.`;
}
