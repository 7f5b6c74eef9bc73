// Adds up the documents of bench/validate-vectors.sh and validate-native.sh, whose names are KIND or KIND@MATRIX, and names the parts of OUT/planned.txt that are missing or were stopped.
// Usage: node bench/validate-vectors.ts OUT [NAME]   (OUT/NAME.md, .json; default validate-spmm)
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const folder = join(out, 'parts');
// A part that was stopped has the results that it had until then.
const parts = readdirSync(folder).filter((file) => /\.json(?:\.cut)?$/u.test(file));
const failures: object[] = [];
/** Results that a format refused, by what it says without the numbers of one matrix. */
const refusals = new Map<string, number>();
const unread = new Set<string>();
let host: Document['host'] = {};
const rows = parts.toSorted().map((file): Row => {
  const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Document;
  const { errors } = document;
  // Formats without a kernel of those that were asked for were not tried.
  const results = document.results.filter(({ code }) => code !== 'KERNEL.NONE');
  ({ host } = document);
  for (const { matrix, code } of errors) unread.add(`${basename(matrix.split(' ')[0] ?? '')} (${code})`);
  const part = file.replace(/\.json(?:\.cut)?$/u, '');
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

/** Parts of one kind, of several matrices or of one for all. */
interface Kind extends Omit<Row, 'part'> {
  readonly kind: string;
  readonly done: number;
  readonly planned: number;
}

const plannedFile = join(out, 'planned.txt');
const planned = existsSync(plannedFile) ? readFileSync(plannedFile, 'utf8').split('\n').filter(Boolean) : [];
const whole = new Set(parts.filter((file) => file.endsWith('.json')).map((file) => file.replace('.json', '')));
const kindOf = (part: string): string => part.split('@')[0] ?? part;

function kindFrom(kind: string): Kind {
  const own = rows.filter(({ part }) => kindOf(part) === kind);
  const sum = (of: (row: Row) => number): number => own.reduce((total, row) => total + of(row), 0);
  return {
    kind,
    done: [...whole].filter((part) => kindOf(part) === kind).length,
    planned: new Set([...whole, ...planned].filter((part) => kindOf(part) === kind)).size,
    matrices: sum(({ matrices }) => matrices),
    kernels: Math.max(0, ...own.map(({ kernels }) => kernels)),
    ok: sum(({ ok }) => ok),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    unavailable: sum(({ unavailable }) => unavailable),
    largest: Math.max(0, ...own.map(({ largest }) => largest)),
  };
}

/** What was not compared: after how many seconds it was stopped, or that it was not begun. */
function missingOf(part: string): string {
  const limit = join(folder, `${part}.json.limit`);
  if (existsSync(limit)) return `stopped after ${readFileSync(limit, 'utf8').trim()} s`;
  return existsSync(join(folder, `${part}.json.log`)) ? 'ended without a result' : 'not begun';
}

const kinds = [...new Set([...rows.map(({ part }) => part), ...planned].map(kindOf))].toSorted().map(kindFrom);
const missing = planned.filter((part) => !whole.has(part)).map((part) => ({ part, why: missingOf(part) }));

/** Lines of what is missing: kinds of which the same matrices are missing, for the same reason, are one. */
function missingLines(): readonly string[] {
  const byKind = new Map<string, string[]>();
  for (const { part, why } of missing) {
    const key = `${kindOf(part)}\n${why}`;
    byKind.set(key, [...(byKind.get(key) ?? []), part.split('@')[1] ?? 'all']);
  }
  const lines = new Map<string, string[]>();
  for (const [key, matrices] of byKind) {
    const [kind = '', why = ''] = key.split('\n');
    const what = `${why}: ${matrices.join(', ')}`;
    lines.set(what, [...(lines.get(what) ?? []), kind]);
  }
  return [...lines].map(([what, of]) => `* ${what} (${of.join(', ')})`);
}

const total = (of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
const lines = kinds.map(
  (row) =>
    `| ${row.kind} | ${row.done} of ${row.planned} | ${row.matrices} | ${row.kernels} | ${row.ok} | ${row.refused} | ${row.failed} | ${row.unavailable} | ${row.largest.toFixed(3)} |`,
);
const text = [
  `${total(({ ok }) => ok)} ok, ${total(({ refused }) => refused)} refused, ${total(({ failed }) => failed)} failed, ${total(({ unavailable }) => unavailable)} unavailable.`,
  ...(missing.length > 0
    ? ['', `**Not compared, or not whole: ${missing.length} of ${planned.length} parts.**`, '', ...missingLines()]
    : []),
  ...(unread.size > 0 ? ['', `Not read: ${[...unread].toSorted().join(', ')}.`] : []),
  '',
  ...(refusals.size > 0 ? ['| refused by | results |', '|---|---|'] : []),
  ...[...refusals].toSorted(([, a], [, b]) => b - a).map(([why, count]) => `| ${why} | ${count} |`),
  '',
  '| part | done | matrices | kernels | ok | refused | failed | unavailable | largest error over bound |',
  '|---|---|---|---|---|---|---|---|---|',
  ...lines,
  '',
].join('\n');
writeFileSync(join(out, `${name}.md`), text);
writeFileSync(
  join(out, `${name}.json`),
  `${JSON.stringify({ host, rows, missing, failures, refusals: Object.fromEntries(refusals), unread: [...unread] }, undefined, 1)}\n`,
);
process.stdout.write(text);
