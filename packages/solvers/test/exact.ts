/** 2^1074 of these are 1: every finite double is an integer of them. */
const BITS = 1074n;

/** A finite double as an integer of 2^−1074. */
function integerOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10_0000_0000_0000n) << (exponent - 1n);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

const squares = (x: readonly bigint[]): bigint => x.reduce((sum, value) => sum + value * value, 0n);

/** Integers as rows of a matrix, and b. */
export interface IntegerSystem {
  readonly A: readonly (readonly number[])[];
  readonly b: readonly number[];
}

/** b − Ax in integers of 2^−1074. */
function residualOf({ A, b }: IntegerSystem, x: ArrayLike<number>): readonly bigint[] {
  const exact = Array.from(x, integerOf);
  return A.map((row, i) =>
    row.reduce((sum, a, j) => sum - BigInt(a) * (exact[j] as bigint), BigInt(b[i] as number) << BITS),
  );
}

/** Whether ‖b − Ax‖ ≤ rtol·‖b‖, without any rounding. */
export function isSolution(system: IntegerSystem, x: ArrayLike<number>, rtol: number): boolean {
  const wanted = integerOf(rtol) ** 2n * squares(system.b.map(BigInt));
  return squares(residualOf(system, x)) <= wanted;
}

/** Whether |aⱼᵀr| ≤ share·‖aⱼ‖‖r‖ for each column aⱼ, without any rounding. */
export function isOrthogonal(system: IntegerSystem, x: ArrayLike<number>, share: number): boolean {
  const r = residualOf(system, x);
  return (system.A[0] as readonly number[]).every((_, j) => {
    const column = system.A.map((row) => BigInt(row[j] as number));
    const along = column.reduce((sum, a, i) => sum + a * (r[i] as bigint), 0n);
    return (along ** 2n) << (2n * BITS) <= integerOf(share) ** 2n * squares(column) * squares(r);
  });
}

/** The rank of integers, by elimination without fractions. */
function rankOf(given: readonly (readonly number[])[]): number {
  const rows = given.map((row) => row.map(BigInt));
  const cols = rows[0]?.length ?? 0;
  let rank = 0;
  for (let j = 0; j < cols; j++) {
    const pivot = rows.findIndex((row, i) => i >= rank && row[j] !== 0n);
    if (pivot < 0) continue;
    [rows[rank], rows[pivot]] = [rows[pivot] as bigint[], rows[rank] as bigint[]];
    const top = rows[rank] as bigint[];
    for (let i = rank + 1; i < rows.length; i++) {
      const row = rows[i] as bigint[];
      const factor = row[j] as bigint;
      for (let k = 0; k < cols; k++) row[k] = (row[k] as bigint) * (top[j] as bigint) - factor * (top[k] as bigint);
    }
    rank++;
  }
  return rank;
}

/** Whether Ax = b has a solution. */
export function isConsistent({ A, b }: IntegerSystem): boolean {
  return rankOf(A.map((row, i) => [...row, b[i] as number])) === rankOf(A);
}
