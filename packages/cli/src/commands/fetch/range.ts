import { usageError } from '../../cli-error.ts';
import type { IndexRange } from '../../collection/collection-index.ts';

/** `A..B`, `A..`, `..B` or one number; ends included. Errors: usage. */
export function parseRange(text: string): IndexRange {
  const [low = '', high = low] = text.split('..');
  const end = (part: string, open: number): number => (part.trim() === '' ? open : Number(part));
  const range = { from: end(low, 0), to: end(high, Infinity) };
  if (text.trim() !== '' && text.split('..').length <= 2 && range.from <= range.to) return range;
  throw usageError(`'${text}' is no range of numbers.`, 'Write for example 1000..5000, 1e6.. or ..1e5.');
}
