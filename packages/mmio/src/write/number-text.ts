function special(value: number): string | undefined {
  if (value !== value) return 'nan';
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return value === 0 && 1 / value < 0 ? '-0' : undefined;
}

/** The shortest decimal whose nearest float64 is `value`. `-0`, `inf`, `-inf`, `nan` are written so. */
export function shortestF64(value: number): string {
  return special(value) ?? String(value);
}

/** Smallest normal f32. */
const NORMAL_F32 = 2 ** -126;

/** The shortest decimal whose nearest float64, rounded to f32, is the f32 `value`. */
export function shortestF32(value: number): string {
  const word = special(value);
  if (word !== undefined) return word;
  for (let digits = Math.abs(value) < NORMAL_F32 ? 1 : 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return String(candidate);
  }
  return String(Number(value.toPrecision(9)));
}
