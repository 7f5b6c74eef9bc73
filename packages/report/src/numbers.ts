import type { Digits } from './model/table.ts';

/** Significant digits, or `all` that it takes to read the number back, without exponent for everyday sizes: `0.0123`, `45.6`, `12 345`, `1.2 × 10⁻⁹`; with decimals always so many: `8.70`. */
export function formatNumber(value: number, digits: Digits = 3): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (typeof digits === 'object') return sign + grouped(size.toFixed(digits.decimals));
  if (value === 0) return '0';
  if (Number.isInteger(value) && size < 1e15) return sign + grouped(String(size));
  if (size >= 1e6 || size < 1e-3) {
    const [mantissa = '', exponent = '0'] = size.toExponential(digits === 'all' ? undefined : digits - 1).split('e');
    return `${sign}${mantissa} × 10${superscript(Number(exponent))}`;
  }
  const rounded = digits === 'all' ? String(size) : size.toPrecision(digits);
  const plain = rounded.includes('e') ? Number(rounded).toFixed(0) : rounded;
  return sign + grouped(plain);
}

/** Thousands apart by a narrow space that does not break. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const spaced = whole.length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/gu, '\u202F') : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A whole number as an exponent is printed. */
export function superscript(exponent: number): string {
  const digits = String(Math.abs(exponent)).replaceAll(/\d/gu, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);
  return exponent < 0 ? `⁻${digits}` : digits;
}
