/** z ← Bx and z ← Bᵀx, each into a new array. */
export interface Applied {
  readonly n: number;
  apply(x: Float64Array): Float64Array;
  applyTransposed(x: Float64Array): Float64Array;
}

/** Steps at most; three are usual. */
const STEPS = 5;

function sumOf(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]);
  return sum;
}

/**
 * A lower bound of ‖B‖₁ that is seldom less than a third of it, by some products with B and Bᵀ: for B = A⁻¹ what the factors of A give without the inverse. 0 for n = 0; Infinity where products overflow.
 * Source: N. J. Higham, FORTRAN codes for estimating the one-norm of a real or complex matrix, ACM Trans. Math. Softw. 14, 1988 (algorithm 674).
 */
export function oneNormEstimate({ n, apply, applyTransposed }: Applied): number {
  if (n === 0) return 0;
  let y = apply(new Float64Array(n).fill(1 / n));
  let found = sumOf(y);
  if (n === 1 || !(found < Infinity)) return Number.isNaN(found) ? Infinity : found;
  let last = -1;
  for (let step = 0; step < STEPS; step++) {
    const z = applyTransposed(y.map((value) => (value < 0 ? -1 : 1)));
    let at = 0;
    for (let j = 1; j < n; j++) if (Math.abs(z[j]) > Math.abs(z[at])) at = j;
    if (at === last) break;
    last = at;
    const unit = new Float64Array(n);
    unit[at] = 1;
    y = apply(unit);
    const sum = sumOf(y);
    if (Number.isNaN(sum)) return Infinity;
    if (sum <= found) break;
    found = sum;
  }
  // A vector that no cancellation fools.
  const alternate = new Float64Array(n);
  for (let i = 0; i < n; i++) alternate[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / (n - 1));
  const other = (2 * sumOf(apply(alternate))) / (3 * n);
  return Number.isNaN(other) ? Infinity : Math.max(found, other);
}
