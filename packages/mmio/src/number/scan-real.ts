import { EXACT_POWERS, fillPower, MAX_POWER, type PowerTable } from './power-table.ts';

/** Where a scan ended; −1 when the text needs the slow path. */
export interface Cursor {
  position: number;
}

/** 2²⁷ + 1: Veltkamp's factor, which splits a float64 into halves whose products are exact. */
const SPLIT = 134217729;

/**
 * Reads `[+-]digits[.digits][e|E|d|D[+-]digits]` at `p`. The result is the float64 nearest to the decimal value, the same
 * bits `Number()` gives. Up to 18 significant digits; more, words (inf, nan) and results near the ends of the float64
 * range set `cursor.position` to −1, and the caller takes the text apart.
 *
 * Method: the digits are two integers below 10⁹, hi·10ⁿ + lo, held exactly as a sum of two float64; a second such sum
 * holds 10^e to 106 bits. The product (Dekker 1971, "A floating-point technique for extending the available precision")
 * has a relative error below 2⁻¹⁰⁰; when adding that error to either side does not change the rounding, the rounding is
 * right (Ziv 1991). Otherwise the slow path decides.
 */
export function scanReal(text: Uint8Array, p: number, cursor: Cursor, powers: PowerTable): number {
  let c = text[p] as number;
  const negative = c === 45;
  if (negative || c === 43) c = text[++p] as number;
  const start = p;
  let d = c - 48;
  let high = 0;
  while (d >>> 0 <= 9) {
    high = (Math.imul(high, 10) + d) | 0;
    d = (text[++p] as number) - 48;
  }
  const whole = p - start;
  let low = 0;
  let lowDigits = 0;
  let exponent = 0;
  if (whole > 9) {
    cursor.position = -1;
    return 0;
  }
  if (d === -2) {
    const point = ++p;
    d = (text[p] as number) - 48;
    if (high === 0) while (d === 0) d = (text[++p] as number) - 48;
    let stop = high === 0 ? p + 9 : p + 9 - whole;
    while (d >>> 0 <= 9 && p < stop) {
      high = (Math.imul(high, 10) + d) | 0;
      d = (text[++p] as number) - 48;
    }
    if (d >>> 0 <= 9) {
      const second = p;
      stop = p + 9;
      while (d >>> 0 <= 9 && p < stop) {
        low = (Math.imul(low, 10) + d) | 0;
        d = (text[++p] as number) - 48;
      }
      lowDigits = p - second;
    }
    exponent = point - p;
    if (d >>> 0 <= 9 || (exponent + whole === 0 && whole === 0)) {
      cursor.position = -1;
      return 0;
    }
  } else if (whole === 0) {
    cursor.position = -1;
    return 0;
  }
  const letter = (d + 48) | 32;
  if (letter === 101 || letter === 100) {
    let sign = 1;
    c = text[++p] as number;
    if (c === 45) {
      sign = -1;
      c = text[++p] as number;
    } else if (c === 43) c = text[++p] as number;
    const from = p;
    let e = 0;
    d = c - 48;
    while (d >>> 0 <= 9 && p < from + 5) {
      e = e * 10 + d;
      d = (text[++p] as number) - 48;
    }
    if (p === from || d >>> 0 <= 9) {
      cursor.position = -1;
      return 0;
    }
    exponent += sign * e;
  }
  cursor.position = p;
  const a = high * (EXACT_POWERS[lowDigits] as number);
  const sum = a + low;
  const rest = low - (sum - a);
  if (rest === 0 && sum <= 9007199254740992) {
    if (exponent === 0 || sum === 0) return negative ? -sum : sum;
    if (exponent < 0 && exponent >= -22) {
      const value = sum / (EXACT_POWERS[-exponent] as number);
      return negative ? -value : value;
    }
    if (exponent > 0 && exponent <= 22) {
      const value = sum * (EXACT_POWERS[exponent] as number);
      return negative ? -value : value;
    }
  }
  if (exponent > MAX_POWER || exponent < -MAX_POWER) {
    cursor.position = -1;
    return 0;
  }
  const slot = exponent + MAX_POWER;
  let power = powers.hi[slot] as number;
  if (power !== power) {
    fillPower(powers, exponent);
    power = powers.hi[slot] as number;
  }
  const product = sum * power;
  let t = SPLIT * sum;
  const sumHigh = t - (t - sum);
  const sumLow = sum - sumHigh;
  t = SPLIT * power;
  const powerHigh = t - (t - power);
  const powerLow = power - powerHigh;
  const error = sumLow * powerLow - (product - sumHigh * powerHigh - sumLow * powerHigh - sumHigh * powerLow);
  const correction = error + (sum * (powers.lo[slot] as number) + rest * power);
  const value = product + correction;
  const tail = correction - (value - product);
  const bound = value * 7.888609052210118e-31;
  if (value + (tail + bound) !== value || value + (tail - bound) !== value) {
    cursor.position = -1;
    return 0;
  }
  return negative ? -value : value;
}
