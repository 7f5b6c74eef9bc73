import { toJson } from '@spmv/engine/basics';
import type { CsvValue } from './csv.ts';
import { toCsv } from './csv.ts';
import type { Terminal } from './terminal.ts';
import { writeWhole } from './write-file.ts';

/** A file of HTML that was asked for. */
export interface PublishedPage {
  readonly file: string;
  html(): Promise<string>;
}

/** Where results go. */
export interface OutputContext {
  readonly terminal: Terminal;
  /** Print one JSON document instead of text. */
  readonly json: boolean;
  /** Also write the rows to this file. */
  readonly csv: string | undefined;
}

/** A value of a row as one field: parameters as `T=4 BS=128`, lists with spaces, nested names with dots. */
function flatten(row: object, prefix = ''): Record<string, CsvValue> {
  const flat: Record<string, CsvValue> = {};
  for (const [key, value] of Object.entries(row) as [string, unknown][]) {
    if (Array.isArray(value)) flat[prefix + key] = value.map(String).join(' ');
    else if (typeof value !== 'object' || value === null) flat[prefix + key] = (value ?? null) as CsvValue;
    else if (/params$/i.test(key))
      flat[prefix + key] = Object.entries(value)
        .map(([name, v]) => `${name}=${String(v)}`)
        .join(' ');
    else Object.assign(flat, flatten(value, `${prefix}${key}.`));
  }
  return flat;
}

export interface Publication {
  /** What --json prints. */
  readonly document: unknown;
  /** What --csv writes, one line each. */
  readonly rows: readonly object[];
  /** What is printed otherwise. */
  text(): string;
  /** What --report writes. */
  readonly page?: PublishedPage;
}

/** Hands results out as asked: text or JSON to standard output, rows and charts to files. */
export async function publish(context: OutputContext, { document, rows, text, page }: Publication): Promise<void> {
  context.terminal.clearProgress();
  context.terminal.data(context.json ? toJson(document) : text());
  if (context.csv !== undefined) {
    const flat = rows.map((row) => flatten(row));
    const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))];
    await writeWhole(context.csv, toCsv(columns, flat));
  }
  if (page) await writeWhole(page.file, await page.html());
}
