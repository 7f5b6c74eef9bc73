import type { ChartAxis } from '../model/axis.ts';
import { formatNumber, superscript } from '../numbers.ts';

/** Units that are written with a prefix: 10 µs, 2 GB/s. */
const PREFIXABLE = new Set(['s', 'B', 'B/s', 'flop/s', 'FLOP/s', 'flop', 'bit', 'Hz']);
const PREFIXES: readonly (readonly [size: number, prefix: string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
  [1e-12, 'p'],
];

/** What stands beside an axis: `time`, or `rate, GFLOP/s` where the unit is not at each tick. */
export function axisTitle({ label, unit }: ChartAxis): string {
  return unit === undefined || unit === '' || PREFIXABLE.has(unit) ? label : `${label}, ${unit}`;
}

/** A tick as it is printed: `0.5`, `10 µs`, `20 k`, `2¹⁴`, `10⁻⁵`. */
export function tickText(value: number, { unit = '', scale = 'linear' }: ChartAxis): string {
  if (value === 0) return '0';
  if (PREFIXABLE.has(unit)) return prefixed(value, unit);
  const size = Math.abs(value);
  const exponent = Math.log2(size);
  if (scale === 'log2' && Number.isInteger(exponent) && (size > 8192 || size < 1 / 64))
    return `${value < 0 ? '−' : ''}2${superscript(exponent)}`;
  if (size >= 1e-3 && size < 1e4) return plain(value);
  if (unit === '' && size >= 1e4 && size < 1e15) return prefixed(value, '');
  const power = Math.floor(Math.log10(size) + 1e-9);
  const mantissa = Number((value / 10 ** power).toPrecision(3));
  return mantissa === 1 ? `10${superscript(power)}` : `${plain(mantissa)} × 10${superscript(power)}`;
}

/** A value in a few digits: with a prefix where its unit is written with one, else without its unit. */
export function valueText(value: number, { unit = '' }: ChartAxis): string {
  if (!PREFIXABLE.has(unit) || !Number.isFinite(value)) return formatNumber(value);
  return value === 0 ? `0 ${unit}` : prefixed(Number(value.toPrecision(3)), unit);
}

function plain(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}

function prefixed(value: number, unit: string): string {
  const [size, prefix] = PREFIXES.find(([least]) => Math.abs(value) >= least * (1 - 1e-9)) ?? [1e-12, 'p'];
  const scaled = value / size;
  const text = Math.abs(scaled) < 1e4 ? plain(scaled) : formatNumber(scaled);
  return `${text} ${prefix}${unit}`.trimEnd();
}

/** The step of 1, 2 or 5 times a power of ten that gives about `count` steps. */
export function niceStep(span: number, count: number): number {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const share = raw / power;
  return (share <= 1.0000001 ? 1 : share <= 2.0000001 ? 2 : share <= 5.0000001 ? 5 : 10) * power;
}

/** Multiples of a step from one end to the other. */
export function linearTicks(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step - 1e-6);
  const last = Math.floor(to / step + 1e-6);
  // Multiples and no sums: errors do not add up.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** Powers of the base between both ends, at most `most`; of ten also 2 and 5 where there are few. */
export function logTicks(from: number, to: number, base: 2 | 10, most: number): readonly number[] {
  const exponentOf = (value: number): number => (base === 2 ? Math.log2(value) : Math.log10(value));
  const first = Math.ceil(exponentOf(from) - 1e-9);
  const last = Math.floor(exponentOf(to) + 1e-9);
  const inside = (value: number): boolean => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9);
  if (base === 10 && last - first < 2) {
    const fine = [];
    for (let e = first - 1; e <= last; e++) for (const m of [1, 2, 5]) fine.push(Number(`${m}e${e}`));
    return fine.filter(inside);
  }
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const powers = [];
  for (let e = Math.ceil(first / stride) * stride; e <= last; e += stride)
    powers.push(base === 2 ? 2 ** e : Number(`1e${e}`));
  return powers;
}
