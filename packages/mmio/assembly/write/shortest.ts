// float64 to the shortest decimal. Memory holds tables that the host writes once.

/** Leading 128 bits of 5^q for q = −292 … 324: high and low 64 bits. */
const POWERS: usize = 0;
const LEAST_POWER: i32 = -292;
/** `00` `01` … `99`. */
const PAIRS: usize = 0x2800;

const HALF: u64 = 0x7fffffffffffffff;

function multiplyHigh(a: u64, b: u64): u64 {
  const al = a & 0xffffffff;
  const ah = a >> 32;
  const bl = b & 0xffffffff;
  const bh = b >> 32;
  const t = ah * bl + ((al * bl) >> 32);
  return ah * bh + (t >> 32) + ((al * bh + (t & 0xffffffff)) >> 32);
}

/** g · c / 2¹²⁷ with g = g1·2⁶³ + g0, rounded to odd. */
function roundToOdd(g1: u64, g0: u64, c: u64): u64 {
  const z = ((g1 * c) >> 1) + multiplyHigh(g0, c);
  const w = multiplyHigh(g1, c) + (z >> 63);
  return w | (((z & HALF) + HALF) >> 63);
}

let decimalExponent: i32 = 0;

/**
 * The shortest decimal in the rounding interval of c · 2^q, the nearest to it of those; its exponent in `decimalExponent`. May end in
 * zeros. Method: Giulietti 2021, "The Schubfach way to render doubles".
 */
function shortest(c: u64, q: i32): u64 {
  const odd = c & 1;
  const middle = c << 2;
  const regular = c != 0x10000000000000 || q == -1074;
  const lower = middle - (regular ? 2 : 1);
  // ⌊log10 2^q⌋, or ⌊log10 ¾·2^q⌋ where the interval is narrower below.
  const k = <i32>((<i64>q * 661971961083 - (regular ? 0 : 274743187321)) >> 41);
  const shift = <u64>(q + <i32>((<i64>-k * 913124641741) >> 38) + 2);
  const power = POWERS + (<usize>(-k - LEAST_POWER) << 4);
  let high = load<u64>(power);
  let low = load<u64>(power, 8);
  // 126 bits, rounded up: g1 has 63 of them, g0 the others.
  const g = (low >> 2) | (high << 62);
  low = g + 1;
  high = (high >> 2) + <u64>(low == 0);
  const g1 = (high << 1) | (low >> 63);
  const g0 = low & HALF;
  const v = roundToOdd(g1, g0, middle << shift);
  const vl = roundToOdd(g1, g0, lower << shift) + odd;
  const vr = roundToOdd(g1, g0, (middle + 2) << shift) - odd;
  decimalExponent = k;
  const s = v >> 2;
  if (s >= 10) {
    const below = (s / 10) * 10;
    const above = below + 10;
    const belowFits = vl <= below << 2;
    if (belowFits != above << 2 <= vr) return belowFits ? below : above;
  }
  const belowFits = vl <= s << 2;
  if (belowFits != (s + 1) << 2 <= vr) return belowFits ? s : s + 1;
  const past = <i64>(v - ((s + s + 1) << 1));
  return past < 0 || (past == 0 && (s & 1) == 0) ? s : s + 1;
}

function countDigits(d: u64): i32 {
  let n = 1;
  while (d >= 10000) {
    d /= 10000;
    n += 4;
  }
  return d >= 1000 ? n + 3 : d >= 100 ? n + 2 : d >= 10 ? n + 1 : n;
}

/** Writes `d` as `n` digits ending before `end`. */
function digitsBefore(d: u64, end: usize): void {
  while (d >= 100000000) {
    const upper = d / 100000000;
    let low = <u32>(d - upper * 100000000);
    d = upper;
    for (let pair = 0; pair < 4; pair++) {
      const rest = low / 100;
      end -= 2;
      store<u16>(end, load<u16>(PAIRS + (<usize>(low - rest * 100) << 1)));
      low = rest;
    }
  }
  let small = <u32>d;
  while (small >= 100) {
    const rest = small / 100;
    end -= 2;
    store<u16>(end, load<u16>(PAIRS + (<usize>(small - rest * 100) << 1)));
    small = rest;
  }
  if (small >= 10) store<u16>(end - 2, load<u16>(PAIRS + (<usize>small << 1)));
  else store<u8>(end - 1, <u8>(48 + small));
}

export function writeInteger(p: usize, value: u64): usize {
  const end = p + countDigits(value);
  digitsBefore(value, end);
  return end;
}

function zeros(p: usize, n: i32): usize {
  for (let z = 0; z < n; z++) store<u8>(p++, 48);
  return p;
}

/** Digits with a point after the first `whole` of them, which exist. */
function pointed(p: usize, d: u64, n: i32, whole: i32): usize {
  digitsBefore(d, p + n + 1);
  for (let s = 0; s < whole; s++) store<u8>(p + s, load<u8>(p + s + 1));
  store<u8>(p + whole, 46);
  return p + n + 1;
}

/** d · 10^k as JavaScript writes numbers: plain for 1e-7 < |x| < 1e21, else with an exponent. */
function writeDecimal(p: usize, d: u64, k: i32): usize {
  const n = countDigits(d);
  const point = n + k;
  if (k >= 0 && point <= 21) {
    digitsBefore(d, p + n);
    return zeros(p + n, k);
  }
  if (point > 0 && point <= 21) return pointed(p, d, n, point);
  if (point > -6 && point <= 0) {
    store<u16>(p, 0x2e30);
    p = zeros(p + 2, -point);
    digitsBefore(d, p + n);
    return p + n;
  }
  if (n == 1) store<u8>(p++, <u8>(48 + d));
  else p = pointed(p, d, n, 1);
  const e = point - 1;
  store<u16>(p, e < 0 ? 0x2d65 : 0x2b65);
  return writeInteger(p + 2, <u64>(e < 0 ? -e : e));
}

export function writeReal(p: usize, value: f64): usize {
  const bits = reinterpret<u64>(value);
  const fraction = bits & 0xfffffffffffff;
  const exponent = <i32>((bits >> 52) & 0x7ff);
  if (exponent == 0x7ff && fraction != 0) {
    store<u32>(p, 0x6e616e);
    return p + 3;
  }
  if (bits >> 63) store<u8>(p++, 45);
  if (exponent == 0x7ff) {
    store<u32>(p, 0x666e69);
    return p + 3;
  }
  if (exponent == 0 && fraction == 0) {
    store<u8>(p, 48);
    return p + 1;
  }
  const c = exponent == 0 ? fraction : fraction | 0x10000000000000;
  const q = exponent == 0 ? -1074 : exponent - 1075;
  if (<u32>-q < 53 && <i32>ctz(c) >= -q) return writeInteger(p, c >> <u64>-q);
  let d = shortest(c, q);
  let k = decimalExponent;
  let rest = d / 100000000;
  while (rest * 100000000 == d) {
    d = rest;
    k += 8;
    rest = d / 100000000;
  }
  rest = d / 10000;
  if (rest * 10000 == d) {
    d = rest;
    k += 4;
  }
  rest = d / 100;
  if (rest * 100 == d) {
    d = rest;
    k += 2;
  }
  rest = d / 10;
  if (rest * 10 == d) {
    d = rest;
    k++;
  }
  return writeDecimal(p, d, k);
}
