/** Numbers that JSON lacks, by the texts that stand for them in documents. */
const TEXTS: ReadonlyMap<unknown, number> = new Map([NaN, Infinity, -Infinity].map((value) => [String(value), value]));

/** For `JSON.stringify`: NaN and the infinities as `"NaN"`, `"Infinity"` and `"-Infinity"`, which would all be null. */
export function jsonOfNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** For `JSON.parse`: what {@link jsonOfNumber} wrote. */
export function numberOfJson(_: string, value: unknown): unknown {
  return TEXTS.get(value) ?? value;
}
