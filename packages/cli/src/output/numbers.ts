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
