/** Longest text that is quoted whole. */
const QUOTED = 40;

/** A value of whatever type in the words of an error: `'double'`, `an array`, `null`, `-1`. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind === 'Object' ? 'an object' : `${/^[AEIOU]/u.test(kind) ? 'an' : 'a'} ${kind}`;
}
