// Writes the table of what each file of tests is worth into CONTRIBUTING.md: seconds and products of a run, mutants that it kills.
// Usage: SPMV_RUN=run.json npm test; node tools/mutants/main.ts --out mutants.md; node tools/worth.ts run.json mutants.md
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { FileWorth, RunWorth } from './run-reporter.ts';

const PAGE = fileURLToPath(new URL('../CONTRIBUTING.md', import.meta.url));
/** Rows of the table; the others are added up in its last one. */
const MOST = 3;

/** Mutants killed by each file, of the table that tools/mutants writes. Pure. */
export function killsOf(table: string): ReadonlyMap<string, number> {
  const kills = new Map<string, number>();
  for (const [, file = ''] of table.matchAll(/^\|[^|]+\|[^|]+\| (\S+\.test\.ts): /gmu))
    kills.set(file, (kills.get(file) ?? 0) + 1);
  return kills;
}

/** The table. Pure. */
export function worthTable({ files }: RunWorth, kills: ReadonlyMap<string, number>): string {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds);
  const row = (name: string, some: readonly FileWorth[], killed: number): string => {
    const sum = (of: (file: FileWorth) => number): number => some.reduce((total, file) => total + of(file), 0);
    return `| ${name} | ${sum(({ seconds }) => seconds).toFixed(1)} | ${sum(({ tests }) => tests)} | ${sum(({ products }) => products)} | ${killed} |`;
  };
  const killedBy = (some: readonly FileWorth[]): number =>
    some.reduce((total, { file }) => total + (kills.get(file) ?? 0), 0);
  const rest = sorted.slice(MOST);
  return [
    '| tests | seconds | passed | products compared | mutants killed |',
    '| --- | --: | --: | --: | --: |',
    ...sorted.slice(0, MOST).map((file) => row(file.file, [file], killedBy([file]))),
    row(`${rest.length} others`, rest, killedBy(rest)),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [run = '', mutants = ''] = process.argv.slice(2);
  const table = worthTable(JSON.parse(readFileSync(run, 'utf8')) as RunWorth, killsOf(readFileSync(mutants, 'utf8')));
  const block = `<!-- worth:begin -->\n${table}\n<!-- worth:end -->`;
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(/<!-- worth:begin -->[\s\S]*<!-- worth:end -->/u, () => block),
  );
}
