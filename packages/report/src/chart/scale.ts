import type { ChartAxis } from '../model/axis.ts';
import { linearTicks, logTicks, niceStep, tickText } from './ticks.ts';

/** A marked value of an axis. */
export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Where values lie between the ends of an axis. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
  /** 0 at the beginning, 1 at the end; null for what has no place: no number, beyond the ends, not positive on a logarithm. */
  place(value: number): number | null;
}

/** What decides the ends where the axis does not say them. */
export interface ScaleOptions {
  /** Whether a linear axis has to show 0. */
  readonly zero?: boolean;
  /** Ticks at most, or about. */
  readonly ticks?: number;
}

/** An axis that has room for all `values`. */
export function scaleOf(
  axis: ChartAxis,
  values: readonly number[],
  { zero = false, ticks = 5 }: ScaleOptions = {},
): Scale {
  const kind = axis.scale ?? 'linear';
  const usable = values.filter((value) => Number.isFinite(value) && (kind === 'linear' || value > 0));
  const low = usable.reduce((a, b) => Math.min(a, b), Infinity);
  const high = usable.reduce((a, b) => Math.max(a, b), -Infinity);
  return kind === 'linear'
    ? linear(axis, usable.length === 0 ? [0, 1] : [low, high], zero, ticks)
    : logarithmic(axis, usable.length === 0 ? [1, 10] : [low, high], kind === 'log2' ? 2 : 10, ticks);
}

function linear(axis: ChartAxis, [least, most]: readonly [number, number], zero: boolean, count: number): Scale {
  let [low, high] = zero ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  // Values that hardly differ get room around them: no axis can tell them apart.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= size * 1e-9) [low, high] = size === 0 ? [0, 1] : [low - size / 2, high + size / 2];
  [low, high] = [axis.from ?? low, axis.to ?? high];
  const nice = niceStep(high - low || 1, count);
  const step = axis.whole === true ? Math.max(1, nice) : nice;
  const from = axis.from ?? Math.floor(low / step + 1e-6) * step;
  const to = axis.to ?? Math.ceil(high / step - 1e-6) * step;
  return {
    from,
    to,
    ticks: linearTicks(from, to, step).map((value) => ({ value, text: tickText(value, axis) })),
    place: (value) => within((value - from) / (to - from)),
  };
}

/** The nearest 1, 2 or 5 times a power of ten that is not above, or not below. */
function roundTo125(value: number, up: boolean): number {
  const exponent = Math.floor(Math.log10(value) + 1e-12);
  const mantissa = value / 10 ** exponent;
  const found = up
    ? [1, 2, 5, 10].find((m) => m >= mantissa * (1 - 1e-9))
    : [5, 2, 1].find((m) => m <= mantissa * (1 + 1e-9));
  return Number(`${found ?? 1}e${exponent}`);
}

function logarithmic(axis: ChartAxis, [low, high]: readonly [number, number], base: 2 | 10, count: number): Scale {
  const ends = (value: number, up: boolean): number =>
    base === 10
      ? roundTo125(value, up)
      : 2 ** (up ? Math.ceil(Math.log2(value) - 1e-9) : Math.floor(Math.log2(value) + 1e-9));
  // One value alone stands in the middle.
  const isOne = high <= low * (1 + 1e-9);
  const from = axis.from ?? ends(isOne ? low / base : low, false);
  const wanted = axis.to ?? ends(isOne ? high * base : high, true);
  const to = wanted > from ? wanted : from * base;
  const length = Math.log(to) - Math.log(from);
  return {
    from,
    to,
    ticks: logTicks(from, to, base, count).map((value) => ({ value, text: tickText(value, axis) })),
    place: (value) => (value > 0 ? within((Math.log(value) - Math.log(from)) / length) : null),
  };
}

/** Null outside of the axis; what rounding put there is at its end. */
function within(share: number): number | null {
  if (!(share >= -1e-6 && share <= 1 + 1e-6)) return null;
  return Math.min(1, Math.max(0, share));
}
