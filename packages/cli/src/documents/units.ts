import { significant } from '@spmv/engine/basics';

/** A unit that a whole column is in. */
export interface Unit {
  readonly name: string;
  /** Of the base, milliseconds or bytes. */
  readonly size: number;
}

/** Smallest first. */
export const TIME_UNITS: readonly Unit[] = [
  { name: 'ns', size: 1e-6 },
  { name: 'µs', size: 1e-3 },
  { name: 'ms', size: 1 },
  { name: 's', size: 1e3 },
];

/** Smallest first. */
export const BYTE_UNITS: readonly Unit[] = [
  { name: 'B', size: 1 },
  { name: 'kB', size: 1e3 },
  { name: 'MB', size: 1e6 },
  { name: 'GB', size: 1e9 },
];

/** The unit of a column: the largest in which the least number above 0 is no fraction, or hardly. */
export function unitFor(units: readonly Unit[], values: readonly (number | null)[]): Unit {
  const least = Math.min(...values.filter((value) => value !== null && value > 0).map(Number));
  const [smallest] = units as readonly [Unit, ...Unit[]];
  return units.findLast(({ size }) => Number.isFinite(least) && least >= 0.5 * size) ?? smallest;
}

/** A number in a unit, three digits; '' for none. */
export function inUnit(value: number | null, { size }: Unit): string {
  return value === null ? '' : significant(value / size);
}
