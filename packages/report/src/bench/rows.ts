import type { ChartAxis } from '../model/axis.ts';
import type { BenchRow } from './bench-document.ts';

/** A row with its times. */
export interface TimedRow extends BenchRow {
  readonly medianMs: number;
}

/** Rows that were timed, and right or imported. */
export function timedRows(rows: readonly BenchRow[]): readonly TimedRow[] {
  return rows.filter((row): row is TimedRow => row.status === 'ok' && row.medianMs !== null);
}

/** Values in the order in which they come, each once. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** Values by a key, in the order in which keys come. */
export function groupsOf<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key) ?? [];
    group.push(value);
    groups.set(key, group);
  }
  return groups;
}

/** The fastest; undefined of none. */
export function fastest<R extends TimedRow>(rows: readonly R[]): R | undefined {
  return rows.reduce<R | undefined>((a, b) => (a === undefined || b.medianMs < a.medianMs ? b : a), undefined);
}

/** Where it ran, and that it was imported where it was. */
export function placeName({ backend, isImported }: BenchRow): string {
  return isImported ? `${backend} (imported)` : backend;
}

/** What is stored, or which kernel where nothing is. */
export function formatName({ format, kernel }: BenchRow): string {
  return format ?? kernel ?? 'none';
}

/** A rate with its interval, from that of the time. */
export interface Rate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** GFLOP/s with the interval that the time has; null where there is no rate. */
export function rateOf({ gflops, medianMs, lowMs, highMs }: TimedRow): Rate | null {
  if (gflops === null) return null;
  const at = (ms: number | null): number | null => (ms === null || !(ms > 0) ? null : (gflops * medianMs) / ms);
  return { value: gflops, low: at(highMs), high: at(lowMs) };
}

/** More than this between the least and the greatest, and an axis is logarithmic. */
const WIDE = 30;

/** An axis for values above 0: logarithmic where they lie far apart. */
export function axisFor(axis: Omit<ChartAxis, 'scale'>, values: readonly (number | null)[]): ChartAxis {
  const usable = values.filter((value) => value !== null && value > 0).map(Number);
  const ratio = Math.max(...usable) / Math.min(...usable);
  return usable.length > 1 && ratio > WIDE ? { ...axis, scale: 'log10' } : axis;
}

/** Pieces of a list, each of at most `size`. */
export function pieces<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, p) => list.slice(p * size, (p + 1) * size));
}
