// Decimal text to float64 and integers. Memory below INPUT holds tables that the host writes once.

/** 128-bit powers of five for exponents −342 … 308: high and low 64 bits. */
const POWERS: usize = 0;
/** 10^0 … 10^22 as float64. */
const EXACT: usize = 0x2c00;
/** 10^0 … 10^19 as u64. */
const TENS: usize = 0x2d00;

/** Where the number ended; 0 when the host has to take the text apart. */
export let cursor: usize = 0;

/** Eight bytes as digit values, and marks (0x80) on those that are none; the first mark is right. */
export function digitsAt(p: usize): u64 {
  return load<u64>(p) ^ 0x3030303030303030;
}

export function marksOf(digits: u64): u64 {
  return ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
}

/** Eight digit values, the first in the lowest byte, as a number. */
export function eightDigits(digits: u64): u64 {
  const pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  const fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
  return (fours * 10000 + (fours >> 32)) & 0xffffffff;
}

/** The first `n` (1 … 16) of sixteen digit values as a number. */
function sixteenDigits(v: v128, n: i32): u64 {
  const order = i8x16.add(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>(n - 16)));
  const right = i8x16.swizzle(v, order);
  const pairs = i16x8.add(i16x8.mul(v128.and(right, i16x8.splat(0xff)), i16x8.splat(10)), i16x8.shr_u(right, 8));
  const fours = i32x4.dot_i16x8_s(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  return <u64>i32x4.extract_lane(eights, 0) * 100000000 + <u64>i32x4.extract_lane(eights, 1);
}

function multiplyHigh(a: u64, b: u64): u64 {
  const al = a & 0xffffffff;
  const ah = a >> 32;
  const bl = b & 0xffffffff;
  const bh = b >> 32;
  const t = ah * bl + ((al * bl) >> 32);
  return ah * bh + (t >> 32) + ((al * bh + (t & 0xffffffff)) >> 32);
}

/**
 * The float64 nearest to w · 10^q, or NaN when it is subnormal, infinite or undecided.
 * Clinger 1990 for small numbers; else Lemire 2021, "Number parsing at a gigabyte per second", which needs no fallback
 * for w below 2⁶⁴ (Mushtak and Lemire 2023).
 */
function toDouble(w: u64, q: i32): f64 {
  if (w <= 9007199254740992 && <u32>(q + 22) <= 44) {
    const exact = <f64>(<i64>w);
    return q < 0 ? exact / load<f64>(EXACT + (<usize>-q << 3)) : exact * load<f64>(EXACT + (<usize>q << 3));
  }
  if (w == 0) return 0;
  if (<u32>(q + 342) > 650) return NaN;
  const shift = <i32>clz(w);
  const normal = w << <u64>shift;
  const power = POWERS + (<usize>(q + 342) << 4);
  const five = load<u64>(power);
  let low = normal * five;
  let high = multiplyHigh(normal, five);
  if ((high & 0x1ff) == 0x1ff) {
    const more = multiplyHigh(normal, load<u64>(power, 8));
    low += more;
    if (low < more) high++;
  }
  if (low == 0xffffffffffffffff && <u32>(q + 27) > 82) return NaN;
  const upper = <i32>(high >> 63);
  let mantissa = high >> <u64>(upper + 9);
  let exponent = ((217706 * q) >> 16) + 1086 + upper - shift;
  if (exponent <= 0) return NaN;
  if (low <= 1 && <u32>(q + 4) <= 27 && (mantissa & 3) == 1 && mantissa << <u64>(upper + 9) == high) mantissa &= ~1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= 0x20000000000000) {
    mantissa = 0x10000000000000;
    exponent++;
  }
  if (exponent >= 0x7ff) return NaN;
  return reinterpret<f64>((mantissa & 0xfffffffffffff) | (<u64>exponent << 52));
}

/** The exponent after its letter at `p`; sets `cursor`, to 0 when there are no digits. */
function exponentAt(p: usize): i32 {
  let c = <u32>load<u8>(p);
  const negative = c == 45;
  if (negative || c == 43) p++;
  const from = p;
  let e = 0;
  for (;;) {
    c = <u32>load<u8>(p) - 48;
    if (c > 9 || p - from >= 5) break;
    e = e * 10 + <i32>c;
    p++;
  }
  cursor = p == from || c <= 9 ? 0 : p;
  return negative ? -e : e;
}

function isExponentLetter(c: u32): bool {
  return (c | 33) == 101;
}

/** Any number of digits: the first nineteen significant ones decide, unless those and the next number above differ. */
function longReal(at: usize, negative: bool): f64 {
  let p = at;
  let w: u64 = 0;
  let q = 0;
  let digits = 0;
  let point: usize = 0;
  let dropped = false;
  for (;;) {
    const d = <u32>load<u8>(p) - 48;
    if (d <= 9) {
      digits = 1;
      if (w < 1000000000000000000) {
        w = w * 10 + d;
        if (point != 0) q--;
      } else {
        if (d != 0) dropped = true;
        if (point == 0) q++;
      }
    } else if (d == <u32>-2 && point == 0) point = p;
    else break;
    p++;
  }
  cursor = p;
  if (digits == 0) {
    cursor = 0;
    return 0;
  }
  if (isExponentLetter(<u32>load<u8>(p))) {
    q += exponentAt(p + 1);
    if (cursor == 0) return 0;
  }
  if (w == 0) return negative ? -0.0 : 0.0;
  const value = toDouble(w, q);
  if (value != value || (dropped && value != toDouble(w + 1, q))) {
    cursor = 0;
    return 0;
  }
  return negative ? -value : value;
}

/** `[-]digits[.digits][e[±]digits]` at `at`: the nearest float64. Sets `cursor`. */
export function realAt(at: usize): f64 {
  let p = at;
  const negative = load<u8>(p) == 45;
  p += <usize>negative;
  const first = p;
  const chunk = digitsAt(p);
  const marks = marksOf(chunk);
  if (marks == 0) return longReal(first, negative);
  const whole = <u32>ctz(marks) >> 3;
  let w: u64 = whole == 1 ? chunk & 0xf : whole == 0 ? 0 : eightDigits(chunk << (64 - (<u64>whole << 3)));
  p += whole;
  let c = <u32>load<u8>(p);
  let q = 0;
  if (c == 46) {
    p++;
    const v = i8x16.sub(v128.load(p), i8x16.splat(48));
    const n = ctz(~i8x16.bitmask(i8x16.lt_u(v, i8x16.splat(10))));
    if (n == 16) {
      if (w != 0 && whole > 3) return longReal(first, negative);
      w = w * 10000000000000000 + sixteenDigits(v, 16);
      p += 16;
      q = -16;
      c = <u32>load<u8>(p);
      while (c - 48 <= 9) {
        if (w >= 1000000000000000000) return longReal(first, negative);
        w = w * 10 + (c - 48);
        q--;
        c = <u32>load<u8>(++p);
      }
    } else if (n > 0) {
      if (w != 0 && whole + n > 19) return longReal(first, negative);
      w = w * load<u64>(TENS + (<usize>n << 3)) + sixteenDigits(v, n);
      p += n;
      q = -n;
      c = <u32>load<u8>(p);
    } else {
      if (whole == 0) {
        cursor = 0;
        return 0;
      }
      c = <u32>load<u8>(p);
    }
  } else if (whole == 0) {
    cursor = 0;
    return 0;
  }
  if (isExponentLetter(c)) {
    q += exponentAt(p + 1);
    if (cursor == 0) return 0;
    p = cursor;
  }
  cursor = p;
  if (w == 0) return negative ? -0.0 : 0.0;
  const value = toDouble(w, q);
  if (value != value) cursor = 0;
  return negative ? -value : value;
}

/** `[-]digits` of at most 15 digits at `at`. Sets `cursor`. */
export function integerAt(at: usize): f64 {
  let p = at;
  const negative = load<u8>(p) == 45;
  p += <usize>negative;
  const v = i8x16.sub(v128.load(p), i8x16.splat(48));
  const n = ctz(~i8x16.bitmask(i8x16.lt_u(v, i8x16.splat(10))));
  if (n == 0 || n == 16) {
    cursor = 0;
    return 0;
  }
  cursor = p + n;
  const w = <i64>sixteenDigits(v, n);
  return <f64>(negative ? -w : w);
}
