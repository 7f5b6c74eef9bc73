import type { PageSize } from './measure.ts';

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** The table for people, in kB of 1000 bytes. Pure. */
export function sizeTable(sizes: readonly PageSize[]): string {
  const rows = sizes.map(({ page, code, files }) => {
    const numbers = [code.bytes, code.gzip, files.bytes, files.gzip, code.gzip + files.gzip].map(kilobytes);
    return `| ${[`\`${page.backend}\``, `\`${page.format}\``, ...numbers].join(' | ')} |`;
  });
  return [
    '| backend | format | code, kB | gzip | files, kB | gzip | together, gzip |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

const BLOCK = /<!-- sizes:begin -->\n([\s\S]*?)<!-- sizes:end -->/u;

/** A document with the table in its place. Pure. */
export function withTable(document: string, table: string): string {
  return document.replace(BLOCK, () => `<!-- sizes:begin -->\n${table}\n<!-- sizes:end -->`);
}

/** The numbers of a document's table, by `backend format`. Pure. */
export function tabled(document: string): ReadonlyMap<string, readonly number[]> {
  const rows = (BLOCK.exec(document)?.[1] ?? '').trim().split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [backend = '', format = '', ...numbers] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [`${backend} ${format}`.replaceAll('`', ''), numbers.map(Number)];
    }),
  );
}
