/** Least and greatest exponents of the table: products stay normal, and so do their rounding errors. */
export const MAX_POWER = 270;

/** 10^e as unevaluated sums hi + lo of two float64, |10^e − hi − lo| ≤ 2⁻¹⁰⁶·10^e; entry e + 270. `hi` is NaN until asked for. */
export interface PowerTable {
  readonly hi: Float64Array;
  readonly lo: Float64Array;
}

/** Exact powers: 10^0 … 10^22 are float64. */
export const EXACT_POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`));

export function createPowerTable(): PowerTable {
  return { hi: new Float64Array(2 * MAX_POWER + 1).fill(Number.NaN), lo: new Float64Array(2 * MAX_POWER + 1) };
}

/** Significand and exponent: value = significand · 2^exponent, for a normal positive float64. */
function decompose(value: number): { significand: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return { significand: (bits & 0xfffffffffffffn) | 0x10000000000000n, exponent: Number(bits >> 52n) - 1075 };
}

/** Fills in 10^e. Called once for each exponent met, so that nobody pays for the whole table. */
export function fillPower(table: PowerTable, e: number): void {
  const slot = e + MAX_POWER;
  const hi = Number(`1e${e}`);
  table.hi[slot] = hi;
  if (e >= 0) {
    table.lo[slot] = Number(10n ** BigInt(e) - BigInt(hi));
    return;
  }
  const { significand, exponent } = decompose(hi);
  const power = 10n ** BigInt(-e);
  // 10^e − hi = (2^−exponent − significand·10^−e) / (10^−e · 2^−exponent), with 64 more bits kept in the quotient.
  const rest = (1n << BigInt(-exponent)) - significand * power;
  table.lo[slot] = Number((rest << 64n) / power) * 2 ** (exponent - 64);
}
