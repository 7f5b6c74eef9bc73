export type CsvValue = string | number | boolean | null;

function field(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 text of rows that share the columns of `columns`, header first. */
export function toCsv(columns: readonly string[], rows: readonly Readonly<Record<string, CsvValue>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}
