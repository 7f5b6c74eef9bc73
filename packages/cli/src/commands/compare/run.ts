import { readFileSync } from 'node:fs';
import { inputError, problemOf } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { BenchResult } from '../../documents/result.ts';
import { mannWhitney } from '../../engine/mann-whitney.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { inUnit, TIME_UNITS, unitFor } from '../../documents/units.ts';
import { counted, sentences, significant, times } from '../../output/numbers.ts';
import { publish } from '../../output/publish.ts';
import { wrap } from '../../output/wrap.ts';
import { tableText } from '../../documents/layout.ts';
import type { CompareFlags } from './command.ts';

type Verdict = 'faster' | 'slower' | 'same' | 'broken' | 'repaired' | 'only in A' | 'only in B';

interface Row {
  readonly case: string;
  readonly verdict: Verdict;
  readonly aMs: number | null;
  readonly bMs: number | null;
  /** B over A: above 1 is slower. */
  readonly ratio: number | null;
  readonly p: number | null;
}

interface Document {
  readonly host?: { readonly cpu?: string; readonly node?: string };
  readonly results: readonly BenchResult[];
}

function read(path: string): Document {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError))
      throw inputError(
        sentences(
          problemOf(cause).reason.startsWith(path) ? problemOf(cause).reason : `${path}: ${problemOf(cause).reason}`,
        ),
        'Make one with spmv bench … --json > file.json.',
        cause,
      );
    throw inputError(`${path} is not JSON: ${cause.message}`, 'Make one with spmv bench … --json > file.json.', cause);
  }
  const { schema, results } = (value ?? {}) as { readonly schema?: unknown; readonly results?: unknown };
  if (schema !== 'spmv.bench/1' || !Array.isArray(results))
    throw inputError(
      `${path} is not a bench document (schema ${String(schema)}).`,
      'Make one with spmv bench … --json > file.json.',
    );
  for (const [r, result] of results.entries()) {
    const wrong = wrongField(result);
    if (wrong !== undefined)
      throw inputError(
        `${path} is not a bench document: results[${r}]${wrong}.`,
        'Make one with spmv bench … --json > file.json.',
      );
  }
  return value as Document;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first field of a result that is not as comparing needs it: `.matrix.name is no text`. */
function wrongField(result: unknown): string | undefined {
  if (!isObject(result)) return ' is no object';
  const { matrix, medianMs, samplesMs } = result;
  if (!isObject(matrix) || typeof matrix['name'] !== 'string') return '.matrix.name is no text';
  for (const field of ['operation', 'backend', 'format'])
    if (typeof result[field] !== 'string') return `.${field} is no text`;
  for (const field of ['kernel', 'precision'])
    if (result[field] !== null && typeof result[field] !== 'string') return `.${field} is neither text nor null`;
  for (const field of ['formatParams', 'kernelParams', 'launchParams'])
    if (result[field] !== undefined && !isObject(result[field])) return `.${field} is no object`;
  if (medianMs === null) return undefined;
  if (typeof medianMs !== 'number' || !(medianMs >= 0)) return '.medianMs is no time';
  return Array.isArray(samplesMs) && samplesMs.length > 0 && samplesMs.every((sample) => typeof sample === 'number')
    ? undefined
    : '.samplesMs is no list of times';
}

function keyOf(result: BenchResult): string {
  const params = [result.formatParams, result.kernelParams, result.launchParams]
    .map((group) =>
      Object.entries(group ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
    )
    .filter((text) => text !== '');
  return [
    result.matrix.name,
    result.operation,
    result.backend,
    result.kernel ?? result.format,
    result.precision ?? '',
    ...params,
  ].join(' ');
}

function judged(key: string, a: BenchResult | undefined, b: BenchResult | undefined, flags: CompareFlags): Row {
  const [aMs, bMs] = [a?.medianMs ?? null, b?.medianMs ?? null];
  const base = { case: key, aMs, bMs, ratio: null, p: null };
  if (!a || !b) return { ...base, verdict: a ? 'only in A' : 'only in B' };
  if (aMs !== null && bMs === null) return { ...base, verdict: 'broken' };
  if (aMs === null || bMs === null) return { ...base, verdict: bMs === null ? 'same' : 'repaired' };
  const ratio = bMs / aMs;
  const p = mannWhitney(a.samplesMs ?? [], b.samplesMs ?? []);
  const differs = p <= flags.significance && Math.abs(ratio - 1) * 100 >= flags.threshold;
  return { ...base, ratio, p, verdict: !differs ? 'same' : ratio > 1 ? 'slower' : 'faster' };
}

function compare(a: Document, b: Document, flags: CompareFlags): readonly Row[] {
  const before = new Map(a.results.map((result) => [keyOf(result), result]));
  const after = new Map(b.results.map((result) => [keyOf(result), result]));
  return [...new Set([...before.keys(), ...after.keys()])].map((key) =>
    judged(key, before.get(key), after.get(key), flags),
  );
}

function geometricMean(rows: readonly Row[]): number | null {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  return ratios.length === 0 ? null : Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Says so when nearly all cases moved by about one factor: then it is rather the machine than the code. */
function drift(rows: readonly Row[]): string | undefined {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio])).sort((a, b) => a - b);
  if (ratios.length < 4) return undefined;
  const [low = 1, middle = 1, high = 1] = [0.1, 0.5, 0.9].map(
    (share) => ratios[Math.floor(share * (ratios.length - 1))],
  );
  if (Math.abs(Math.log(middle)) < 0.05 || high / low > 1.25) return undefined;
  return `note: nearly all cases changed alike (${times(low)} to ${times(high)}): perhaps the machine was slower or busier in one of the runs, not the code.`;
}

/** `spmv compare A.json B.json`: what became faster, slower or broken from A to B, beyond chance. */
export async function run(context: Context, pathA: string, pathB: string, flags: CompareFlags): Promise<ExitCode> {
  const { terminal } = context;
  const [a, b] = [read(pathA), read(pathB)];
  const rows = compare(a, b, flags);
  const mean = geometricMean(rows);
  const sameHost = a.host?.cpu === b.host?.cpu && a.host?.node === b.host?.node;
  if (!sameHost)
    terminal.note(
      `note: A was measured on ${a.host?.cpu ?? '?'}, Node ${a.host?.node ?? '?'}; B on ${b.host?.cpu ?? '?'}, Node ${b.host?.node ?? '?'}.`,
    );
  const drifted = drift(rows);
  if (drifted !== undefined) terminal.note(drifted);
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  const styles = {
    slower: 'red',
    broken: 'red',
    faster: 'green',
    repaired: 'green',
    same: 'dim',
    'only in A': 'yellow',
    'only in B': 'yellow',
  } as const;
  const shown = rows.filter(({ verdict }) => verdict !== 'same');
  const unit = unitFor(
    TIME_UNITS,
    shown.flatMap(({ aMs, bMs }) => [aMs, bMs]),
  );
  await publish(context, {
    document: { schema: 'spmv.compare/1', a: pathA, b: pathB, ...flags, sameHost, geometricMeanRatio: mean, rows },
    rows,
    text: () =>
      [
        tableText(
          terminal,
          [
            { header: 'case', least: 20, cell: (row) => row.case },
            { header: `A ${unit.name}`, align: 'point', cell: ({ aMs }) => inUnit(aMs, unit) },
            { header: `B ${unit.name}`, align: 'point', cell: ({ bMs }) => inUnit(bMs, unit) },
            { header: 'B/A', align: 'point', cell: ({ ratio }) => significant(ratio) },
            { header: 'p', align: 'right', rank: 1, cell: ({ p }) => significant(p) },
            { header: '', cell: ({ verdict }) => terminal.style(styles[verdict], verdict) },
          ],
          shown,
        ),
        wrap(
          `${counted(rows.length, 'case', 'cases')}: ${count('faster')} faster, ${count('slower')} slower, ${count('same')} the same, ${count('broken')} broken, ${count('only in A') + count('only in B')} in one file only` +
            `${mean === null ? '' : `; B takes ${times(mean)} the time of A (geometric mean)`}. A difference counts above ${flags.threshold} % and below p = ${flags.significance}.`,
          terminal.width,
        ),
      ]
        .filter((text) => text !== '')
        .join('\n'),
  });
  return count('slower') + count('broken') > 0 ? EXIT.regression : EXIT.ok;
}
