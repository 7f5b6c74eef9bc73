import type { Params } from '@spmv/core';
import { formatParams } from '@spmv/core';

/** A time in the unit that reads best: `4.21 µs`, `0.318 ms`, `1.50 s`. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 0.1) return `${significant(ms * 1000)} µs`;
  return ms < 1000 ? `${significant(ms)} ms` : `${significant(ms / 1000)} s`;
}

/** Three significant digits without exponent for everyday sizes. */
export function significant(value: number | null): string {
  if (value === null) return '';
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(2);
  if (size >= 99.95) return value.toFixed(size >= 999.5 ? 0 : 1);
  return value.toPrecision(3);
}

/** Thousands apart: `2 684 606`. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** `1.23×`. */
export function times(value: number | null): string {
  return value === null ? '' : `${value >= 9.995 ? value.toFixed(1) : value.toFixed(2)}×`;
}

/** `multiple=16, fraction=0.6667`: parameters of several groups, long fractions shortened for the eye. */
export function paramsText(...groups: readonly Params[]): string {
  const shown = groups.map((params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
      ]),
    ),
  );
  return shown
    .map(formatParams)
    .filter((text) => text !== '')
    .join(', ');
}

/** Reason and fix as two sentences, whether or not their authors ended them. */
export function sentences(...parts: readonly (string | null)[]): string {
  return parts
    .flatMap((part) => (part === null || part === '' ? [] : [/[.!?…)]$/.test(part) ? part : `${part}.`]))
    .join(' ');
}

/** `1 matrix`, `2 matrices`. */
export function counted(count: number, one: string, several: string): string {
  return `${grouped(count)} ${count === 1 ? one : several}`;
}
