import { usageError } from '../../cli-error.ts';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

/** `500M`, `2GiB`, `1e9` as a number of bytes. */
export function parseBytes(text: string): number {
  const match = /^([0-9.]+(?:e[0-9]+)?)\s*(|k|m|g|ki|mi|gi)b?$/i.exec(text);
  const value = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  if (!(value > 0 && Number.isFinite(value)))
    throw usageError(`'${text}' is not a number of bytes.`, 'Write for example 500M or 2GiB.');
  return value;
}

const SECONDS: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, '': 1, m: 60, min: 60, h: 3600 };

/** `60s`, `10m`, `90`, as milliseconds. */
export function parseDuration(text: string): number {
  const match = /^([0-9.]+)\s*(ms|s|m|min|h|)$/i.exec(text);
  const value = 1000 * Number(match?.[1]) * (SECONDS[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  if (!(value > 0 && Number.isFinite(value)))
    throw usageError(`'${text}' is not a time.`, 'Write for example 60s or 10m.');
  return value;
}

/** A banner with all its words; which of them there are is known where files are read. */
export function parseBanner(text: string): string {
  if (/^\s*%%?MatrixMarket(?:\s+\S+){3,4}\s*$/i.test(text)) return text;
  throw usageError(
    `'${text}' is not a whole banner.`,
    "Write for example '%%MatrixMarket matrix coordinate real general'.",
  );
}

/** A finite number. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw usageError(`'${text}' is not a number.`, 'Give a finite number.');
  return value;
}

/** A number that is 0 or larger. */
export function parseNotNegative(text: string): number {
  const value = parseNumber(text);
  if (value < 0) throw usageError(`'${text}' is below 0.`, 'Give 0 or a larger number.');
  return value;
}

/** A number above 0. */
export function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value <= 0) throw usageError(`'${text}' is not above 0.`, 'Give a number above 0.');
  return value;
}

/** A number from 0 on, up to `most`. */
export function parseShare(text: string, most: number = Infinity): number {
  const value = parseNumber(text);
  if (value >= 0 && value <= most) return value;
  throw usageError(
    `'${text}' is ${value < 0 ? 'below 0' : `above ${most}`}.`,
    most === Infinity ? 'Give 0 or more.' : `Give a number from 0 to ${most}.`,
  );
}

/** A non-negative integer. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw usageError(`'${text}' is not a non-negative integer.`, 'Give an integer, 0 or larger.');
  return value;
}

/** A number of things of which there is at least one. */
export function parseCount(text: string): number {
  const value = parseInteger(text);
  if (value === 0) throw usageError(`'${text}' is not above 0.`, 'Give 1 or more.');
  return value;
}

/** Columns of a terminal: what tables need at least, or more. */
export function parseWidth(text: string): number {
  const value = parseInteger(text);
  if (value < 40) throw usageError(`'${text}' is too narrow for a table.`, 'Give 40 columns or more; 80 is usual.');
  return value;
}

/** `a,b` and repeated flags as one list. Errors: usage, for one without anything in it. */
export function collectList(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const parts = text.split(',').filter((part) => part !== '');
  if (parts.length === 0) throw usageError(`'${text}' names nothing.`, 'Give one or more, with commas between them.');
  return [...(earlier ?? []), ...parts];
}

/** Repeated flags as a list, commas kept. */
export function collectRaw(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}
