import type { Ran } from './run.ts';

/** What works where, for people. Pure. */
export function runtimeTable(ran: readonly Ran[]): string {
  const names = Object.keys(ran[0]?.outcomes ?? {});
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...ran.map(({ runtime }) => runtime)]),
    row(['---', ...ran.map(() => '---')]),
    ...names.map((name) => row([name, ...ran.map(({ outcomes }) => outcomes[name] ?? '')])),
  ].join('\n');
}

const BLOCK = /<!-- runtimes:begin -->\n([\s\S]*?)\n<!-- runtimes:end -->/u;

/** The table of a document. Pure. */
export function tableIn(document: string): string | undefined {
  return BLOCK.exec(document)?.[1];
}

/** A document with the table in its place. Pure. */
export function withRuntimes(document: string, table: string): string {
  return document.replace(BLOCK, () => `<!-- runtimes:begin -->\n${table}\n<!-- runtimes:end -->`);
}
