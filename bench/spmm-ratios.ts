// Products of several vectors against cuSPARSE's, from documents of `spmv bench`: the geometric mean of best vendor over best of ours for each
// number of vectors, every product below 1.0, and each matrix. What a time budget cut counts for none of these and is listed apart.
// Usage: node bench/spmm-ratios.ts DOCUMENT.json... > ratios.md
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** What this needs of a row of spmv.bench/1. */
interface Row {
  readonly problem: { readonly name: string; readonly source: string; readonly sizes: { readonly vectors: number } };
  readonly matrix: { readonly name: string; readonly hash: string; readonly nnz: number };
  readonly backend: string;
  readonly format: string;
  readonly kernel: string;
  readonly precision: string;
  readonly status: string;
  readonly medianMs: number;
  readonly medianLowMs: number;
  readonly medianHighMs: number;
  readonly compulsoryBytes: number;
}

/** What a time budget left out of a problem. */
interface OutOfTime {
  readonly matrix: string;
  readonly source: string;
  readonly precision?: string;
  readonly cases: readonly Pick<Row, 'backend' | 'format' | 'kernel' | 'precision'>[] | null;
}

interface Document {
  readonly results: readonly Row[];
  readonly outOfTime?: readonly OutOfTime[];
}

/** The fastest of ours and of the library's on one matrix, for some vectors in one precision. */
interface Pair {
  readonly ours: Row;
  readonly vendor: Row;
}

const isVendor = ({ kernel }: Pick<Row, 'kernel'>): boolean => kernel.includes('cusparse');
const vectorsOf = ({ problem }: Row): number => problem.sizes.vectors;
const least = (rows: readonly Row[]): Row | undefined => rows.toSorted((a, b) => a.medianMs - b.medianMs)[0];
const ratioOf = ({ ours, vendor }: Pair): number => vendor.medianMs / ours.medianMs;
/** The end of the ratio's interval that is better for us. */
const upperOf = ({ ours, vendor }: Pair): number => vendor.medianHighMs / ours.medianLowMs;
const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, one) => sum + Math.log(one), 0) / Math.max(1, numbers.length));
const line = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const micros = (ms: number): string => (ms * 1000).toPrecision(4);

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}

const documents = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Document);
const rows = documents.flatMap(({ results }) => results);
const failed = rows.filter(({ status }) => status === 'failed' || status === 'wrong');
const timed = rows.filter(({ status, medianMs }) => status === 'ok' && medianMs > 0);
type Point = Pick<Row, 'backend' | 'format' | 'kernel' | 'precision'>;
const pointOf = (source: string, { backend, format, kernel, precision }: Point): string =>
  JSON.stringify([source, backend, format, kernel, precision]);
const problemOf = (source: string, precision: string): string => JSON.stringify([source, precision]);
const known = new Set(timed.map((row) => pointOf(row.problem.source, row)));
/** What no document has, by problem and precision. */
const missing = new Map<string, readonly Point[]>();
/** Problems of which nothing was timed. */
const leftOut: string[] = [];
for (const { matrix, source, precision = '', cases } of documents.flatMap(({ outOfTime = [] }) => outOfTime)) {
  const own = cases?.filter((point) => !known.has(pointOf(source, point))) ?? [];
  const isKnown = timed.some(
    ({ problem, ...row }) => problem.source === source && (cases === null || row.precision === precision),
  );
  if (!isKnown) leftOut.push(`${matrix} ${precision}`.trim());
  else if (own.length > 0) missing.set(problemOf(source, precision), own);
}
const missingOf = ({ ours }: Pair): readonly Point[] =>
  missing.get(problemOf(ours.problem.source, ours.precision)) ?? [];

const compared = grouped(timed, (row) => `${row.matrix.hash} ${vectorsOf(row)} ${row.precision}`).flatMap(
  (same): readonly Pair[] => {
    const vendor = least(same.filter(isVendor));
    const ours = least(same.filter((row) => !isVendor(row)));
    return vendor && ours ? [{ ours, vendor }] : [];
  },
);
const pairs = compared.filter((pair) => missingOf(pair).length === 0);
const partial = compared.filter((pair) => missingOf(pair).length > 0);
const below = pairs.filter((pair) => upperOf(pair) < 1).toSorted((a, b) => ratioOf(a) - ratioOf(b));
const vectors = [...new Set(pairs.map(({ ours }) => vectorsOf(ours)))].toSorted((a, b) => a - b);
const precisions = [...new Set(pairs.map(({ ours }) => ours.precision))];

const out: string[] = [];
out.push(
  `${pairs.length} products measured whole, ${failed.length} failed. ${pairs.length === 0 ? '' : `In the mean ${geometricMean(pairs.map(ratioOf)).toFixed(2)} ×.`}`,
);
out.push(`Below 1.0 (the upper end of the interval is): ${below.length}.`, '');
if (leftOut.length > 0) out.push(`Left out by the time budget: ${leftOut.length} problems: ${leftOut.join(', ')}.`, '');
if (partial.length > 0) {
  out.push(`${partial.length} more products of which the time budget cut kernels, in no mean:`, '');
  out.push(
    line('matrix', 'vectors', '', 'ours missing', 'of cuSPARSE missing', 'ratio of the others'),
    line(...Array<string>(6).fill('---')),
  );
  for (const pair of partial) {
    const { matrix, precision } = pair.ours;
    const vendors = missingOf(pair).filter(isVendor).length;
    out.push(
      line(
        matrix.name,
        vectorsOf(pair.ours),
        precision,
        missingOf(pair).length - vendors,
        vendors,
        ratioOf(pair).toFixed(2),
      ),
    );
  }
  out.push('');
}
if (below.length > 0) {
  out.push(line('matrix', 'vectors', '', 'ours, µs', 'cuSPARSE, µs', 'ratio'), line(...Array<string>(6).fill('---')));
  for (const pair of below) {
    const { ours, vendor } = pair;
    const kernels = [`${micros(ours.medianMs)} ${ours.kernel}`, `${micros(vendor.medianMs)} ${vendor.kernel}`];
    out.push(line(ours.matrix.name, vectorsOf(ours), ours.precision, ...kernels, ratioOf(pair).toFixed(2)));
  }
  out.push('');
}
const head = vectors.map((count) => `k = ${count}`);
out.push(line('geometric mean', ...head), line(...Array<string>(head.length + 1).fill('---')));
const meanOf = (chosen: readonly Pair[]): string =>
  chosen.length > 0 ? geometricMean(chosen.map(ratioOf)).toFixed(2) : '';
for (const precision of precisions) {
  const own = pairs.filter(({ ours }) => ours.precision === precision);
  out.push(line(precision, ...vectors.map((count) => meanOf(own.filter(({ ours }) => vectorsOf(ours) === count)))));
}
out.push('', line('best over cuSPARSE', '', ...head), line(...Array<string>(head.length + 2).fill('---')));
const byMatrix = grouped(pairs, ({ ours }) => `${ours.matrix.hash} ${ours.precision}`);
const meanRatio = (own: readonly Pair[]): number => geometricMean(own.map(ratioOf));
for (const own of byMatrix.toSorted((a, b) => meanRatio(a) - meanRatio(b))) {
  const [first] = own;
  if (!first) continue;
  const cells = vectors.map((count) => {
    const pair = own.find(({ ours }) => vectorsOf(ours) === count);
    return pair ? `${ratioOf(pair).toFixed(2)} ${pair.ours.kernel.replace('cuda/spmm-', '')}` : '';
  });
  out.push(line(first.ours.matrix.name, first.ours.precision, ...cells));
}
process.stdout.write(`${out.join('\n')}\n`);
