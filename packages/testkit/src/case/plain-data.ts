/**
 * Plain data as text, the same for the same content whatever the order of keys: numbers, strings, booleans, arrays, typed arrays and
 * objects of them. `undefined` where there is something else in it, such as a function.
 */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return undefined;
  if (ArrayBuffer.isView(value)) {
    return `${Object.prototype.toString.call(value).slice(8, -1)}[${Array.from(value as unknown as ArrayLike<number>).join(',')}]`;
  }
  if (Array.isArray(value)) return joined(value.map(plainText), '[', ']');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return joined(
    entries.map(([name, inner]) => {
      const text = plainText(inner);
      return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`;
    }),
    '{',
    '}',
  );
}

function joined(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : open + parts.join(',') + close;
}

/** Freezes an object and what it holds, typed arrays aside, which cannot be frozen. Returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
