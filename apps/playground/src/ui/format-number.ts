/** `5 000 000`: digits in groups of three, with spaces that do not break. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, '\u202f');
}

/** `1 entry`, `5 000 entries`. */
export function countOf(count: number, one: string, several: string): string {
  return `${grouped(count)} ${count === 1 ? one : several}`;
}

/** Three significant digits, without an exponent where that is readable. */
export function significant(value: number): string {
  if (value === 0) return '0';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return grouped(value);
  const size = Math.abs(value);
  return size >= 1000 && size < 1e15 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
}
