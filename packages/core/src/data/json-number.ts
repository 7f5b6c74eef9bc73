/** Numbers that JSON lacks, by the texts that stand for them in documents. */
const TEXTS: ReadonlyMap<unknown, number> = new Map([NaN, Infinity, -Infinity].map((value) => [String(value), value]));

/** Before a text that reads as one of those: the name of a matrix may. */
const MARK = 'text:';
const LIKE_NUMBER = /^(?:text:)*(?:NaN|-?Infinity)$/;

/** For `JSON.stringify`: NaN and the infinities as `"NaN"`, `"Infinity"` and `"-Infinity"`, which would all be null, and those texts as `"text:NaN"`. */
export function jsonOfNumber(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'string' && LIKE_NUMBER.test(value) ? MARK + value : value;
}

/** For `JSON.parse`: what {@link jsonOfNumber} wrote. */
export function numberOfJson(_: string, value: unknown): unknown {
  const isMarked = typeof value === 'string' && value.startsWith(MARK) && LIKE_NUMBER.test(value);
  return isMarked ? value.slice(MARK.length) : (TEXTS.get(value) ?? value);
}
