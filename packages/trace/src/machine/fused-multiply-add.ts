import { twoProduct, twoSum } from '@spmv/core/oracle';

/** Adds the sign of a rounding error to a number as its last bit: rounded so, a later rounding to fewer bits is the only one that counts. */
function toOdd(high: number, low: number): number {
  if (low === 0 || !Number.isFinite(high)) return high;
  const bits = new BigInt64Array(new Float64Array([high]).buffer);
  const word = bits[0];
  if (word & 1n) return high;
  bits[0] = word + (low > 0 === high > 0 ? 1n : -1n);
  return new Float64Array(bits.buffer)[0];
}

/** a·b + c rounded once to f32, of three f32 (S. Boldo, G. Melquiond, Emulation of FMA and correctly rounded sums, 2008). */
export function fmaSingle(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = twoSum(product, c);
  return Number.isFinite(sum.high) ? Math.fround(toOdd(sum.high, sum.low)) : Math.fround(product + c);
}

/** The same in f64, where neither the product nor its error leaves the range; beyond it a·b + c with both roundings. */
export function fmaDouble(a: number, b: number, c: number): number {
  const product = twoProduct(a, b);
  if (!Number.isFinite(product.high) || !Number.isFinite(product.low) || !Number.isFinite(c)) return a * b + c;
  const small = twoSum(c, product.low);
  const large = twoSum(product.high, small.high);
  if (!Number.isFinite(large.high)) return a * b + c;
  const rest = twoSum(small.low, large.low);
  return large.high + toOdd(rest.high, rest.low);
}
