/** An object of a JSON file, contents unknown. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in `text`; an empty one when it is no JSON object, which the manifest check then reports. */
export function parseJsonRecord(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** `record.a.b` where both are objects. */
export function recordAt(record: JsonRecord, ...keys: readonly string[]): JsonRecord | undefined {
  let value: unknown = record;
  for (const key of keys) value = isRecord(value) ? value[key] : undefined;
  return isRecord(value) ? value : undefined;
}
