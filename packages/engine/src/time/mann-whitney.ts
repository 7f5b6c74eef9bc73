/** Two-sided p of the Mann–Whitney U test that `a` and `b` come from one distribution; normal approximation with ties and continuity. */
export function mannWhitney(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [m, n] = [a.length, b.length];
  if (m === 0 || n === 0) return 1;
  const all = [
    ...Array.from(a, (value) => ({ value, first: true })),
    ...Array.from(b, (value) => ({ value, first: false })),
  ].sort((x, y) => x.value - y.value);
  let rankSum = 0;
  let tieTerm = 0;
  for (let start = 0; start < all.length;) {
    let end = start + 1;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const rank = (start + 1 + end) / 2;
    for (let k = start; k < end; k++) if (all[k]?.first) rankSum += rank;
    const ties = end - start;
    tieTerm += ties ** 3 - ties;
    start = end;
  }
  const u = rankSum - (m * (m + 1)) / 2;
  const total = m + n;
  const variance = ((m * n) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (!(variance > 0)) return 1;
  const z = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / Math.sqrt(variance);
  return Math.min(1, complementaryError(z / Math.SQRT2));
}

/** erfc for x ≥ 0 (Numerical Recipes, Chebyshev fit; relative error below 1.2e-7 everywhere). */
export function complementaryError(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ];
  return t * Math.exp(-x * x + series.reduce((sum, coefficient) => sum * t + coefficient, 0));
}
