// Adds up the documents of bench/validate-vectors.sh and validate-native.sh. Usage: node bench/validate-vectors.ts OUT [NAME]   (OUT/NAME.md, .json; default validate-spmm)
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

interface Result {
  readonly status: string;
  readonly kernel: string;
  readonly errorRatio?: number;
  readonly reason?: string;
  readonly code?: string | null;
  readonly format?: string;
  readonly matrix?: { readonly name: string; readonly hash: string };
}

interface Document {
  readonly host: Readonly<Record<string, unknown>>;
  readonly results: readonly Result[];
  /** Files that could not be read: `PATH vectors=8 …`, once for each number of vectors. */
  readonly errors: readonly { readonly matrix: string; readonly code: string }[];
}

interface Row {
  readonly part: string;
  readonly matrices: number;
  readonly kernels: number;
  readonly ok: number;
  readonly refused: number;
  readonly failed: number;
  readonly unavailable: number;
  readonly largest: number;
}

const [out = '.', name = 'validate-spmm'] = process.argv.slice(2);
const parts = readdirSync(join(out, 'parts')).filter((name) => name.endsWith('.json'));
const failures: object[] = [];
/** Results that a format refused, by what it says without the numbers of one matrix. */
const refusals = new Map<string, number>();
const unread = new Set<string>();
let host: Document['host'] = {};
const rows = parts.toSorted().map((file): Row => {
  const document = JSON.parse(readFileSync(join(out, 'parts', file), 'utf8')) as Document;
  const { errors } = document;
  // Formats without a kernel of those that were asked for were not tried.
  const results = document.results.filter(({ code }) => code !== 'KERNEL.NONE');
  ({ host } = document);
  for (const { matrix, code } of errors) unread.add(`${basename(matrix.split(' ')[0] ?? '')} (${code})`);
  const part = file.replace('.json', '');
  failures.push(...results.filter(({ status }) => status === 'failed').map((failure) => ({ part, ...failure })));
  for (const { status, format, reason } of results) {
    if (status !== 'refused') continue;
    const why = `${format}: ${(reason ?? '').split(/[;:]/u)[0]?.replaceAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gu, '…')}`;
    refusals.set(why, (refusals.get(why) ?? 0) + 1);
  }
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  return {
    part,
    matrices: new Set(results.map(({ matrix }) => matrix?.hash)).size,
    kernels: new Set(results.filter(({ status }) => status === 'ok').map(({ kernel }) => kernel)).size,
    ok: count('ok'),
    refused: count('refused'),
    failed: count('failed'),
    unavailable: count('unavailable'),
    largest: Math.max(0, ...results.map(({ errorRatio }) => errorRatio ?? 0)),
  };
});
const total = (of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
const lines = rows.map(
  (row) =>
    `| ${row.part} | ${row.matrices} | ${row.kernels} | ${row.ok} | ${row.refused} | ${row.failed} | ${row.unavailable} | ${row.largest.toFixed(3)} |`,
);
const text = [
  `${total(({ ok }) => ok)} ok, ${total(({ refused }) => refused)} refused, ${total(({ failed }) => failed)} failed, ${total(({ unavailable }) => unavailable)} unavailable.`,
  ...(unread.size > 0 ? ['', `Not read: ${[...unread].toSorted().join(', ')}.`] : []),
  '',
  ...(refusals.size > 0 ? ['| refused by | results |', '|---|---|'] : []),
  ...[...refusals].toSorted(([, a], [, b]) => b - a).map(([why, count]) => `| ${why} | ${count} |`),
  '',
  '| part | matrices | kernels | ok | refused | failed | unavailable | largest error over bound |',
  '|---|---|---|---|---|---|---|---|',
  ...lines,
  '',
].join('\n');
writeFileSync(join(out, `${name}.md`), text);
writeFileSync(
  join(out, `${name}.json`),
  `${JSON.stringify({ host, rows, failures, refusals: Object.fromEntries(refusals), unread: [...unread] }, undefined, 1)}\n`,
);
process.stdout.write(text);
