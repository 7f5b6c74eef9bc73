// Products of several vectors against cuSPARSE's, from documents of `spmv bench`: the geometric mean of best vendor over best of ours for each
// number of vectors, every product below 1.0, and each matrix. Usage: node bench/spmm-ratios.ts DOCUMENT.json... > ratios.md
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** What this needs of a row of spmv.bench/1. */
interface Row {
  readonly problem: { readonly sizes: { readonly vectors: number } };
  readonly matrix: { readonly name: string; readonly hash: string; readonly nnz: number };
  readonly kernel: string;
  readonly precision: string;
  readonly status: string;
  readonly medianMs: number;
  readonly medianLowMs: number;
  readonly medianHighMs: number;
  readonly compulsoryBytes: number;
}

/** The fastest of ours and of the library's on one matrix, for some vectors in one precision. */
interface Pair {
  readonly ours: Row;
  readonly vendor: Row;
}

const isVendor = ({ kernel }: Row): boolean => kernel.includes('cusparse');
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

const rows = process.argv
  .slice(2)
  .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { readonly results: readonly Row[] }).results);
const failed = rows.filter(({ status }) => status === 'failed' || status === 'wrong');
const timed = rows.filter(({ status, medianMs }) => status === 'ok' && medianMs > 0);
const pairs = grouped(timed, (row) => `${row.matrix.hash} ${vectorsOf(row)} ${row.precision}`).flatMap(
  (same): readonly Pair[] => {
    const vendor = least(same.filter(isVendor));
    const ours = least(same.filter((row) => !isVendor(row)));
    return vendor && ours ? [{ ours, vendor }] : [];
  },
);
const below = pairs.filter((pair) => upperOf(pair) < 1).toSorted((a, b) => ratioOf(a) - ratioOf(b));
const vectors = [...new Set(pairs.map(({ ours }) => vectorsOf(ours)))].toSorted((a, b) => a - b);
const precisions = [...new Set(pairs.map(({ ours }) => ours.precision))];

const out: string[] = [];
out.push(
  `${pairs.length} products, ${failed.length} failed. In the mean ${geometricMean(pairs.map(ratioOf)).toFixed(2)} ×.`,
);
out.push(`Below 1.0 (the upper end of the interval is): ${below.length}.`, '');
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
