import type { Params, Precision, Work } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { inputError } from '../cli-error.ts';
import { compulsoryBytes, figures } from '../engine/figures.ts';
import type { MatrixBlock } from '../engine/matrix-block.ts';
import { sampleStatistics } from '../engine/sample-statistics.ts';
import { isObject, isSamples, readJsonFile } from './bench-document.ts';
import type { BenchResult, Imported } from './result.ts';
import { NO_TIMES, statisticsFields } from './result.ts';

/** What another program measured: fields of `spmv.peer/1`. */
export interface PeerRow {
  /** Which program. */
  readonly peer: string;
  readonly matrix: { readonly name: string; readonly hash: string };
  /** Which of its ways to multiply. */
  readonly kernel: string;
  readonly format: string;
  readonly params: Params;
  readonly precision: Precision;
  readonly samplesMs: readonly number[];
  /** Products per sample. */
  readonly batch?: number;
  readonly storageBytes?: number | null;
  /** Against the bound of the contract, as the program found it. */
  readonly errorRatio?: number | null;
}

/** Rows with where they come from. */
export interface PeerFile {
  readonly from: Imported;
  readonly rows: readonly PeerRow[];
}

const FIX = 'Make one with node bench/peers/measure.ts; bench/README.md of the repository describes it.';

function wrongField(row: unknown): string | undefined {
  if (!isObject(row)) return ' is no object';
  const { matrix, params, precision, samplesMs } = row;
  for (const field of ['peer', 'kernel', 'format']) if (typeof row[field] !== 'string') return `.${field} is no text`;
  if (!isObject(matrix) || typeof matrix['name'] !== 'string') return '.matrix.name is no text';
  if (typeof matrix['hash'] !== 'string') return '.matrix.hash is no text';
  if (!isObject(params)) return '.params is no object';
  if (typeof precision !== 'string' || !Object.hasOwn(PRECISIONS, precision)) return '.precision is none';
  return isSamples(samplesMs) ? undefined : '.samplesMs is no list of times';
}

/** A file of `--peer`. Errors: bad input. */
export function readPeerFile(path: string): PeerFile {
  const value = readJsonFile(path, FIX);
  const { schema, rows, host, commit, started } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (schema !== 'spmv.peer/1' || !Array.isArray(rows))
    throw inputError(`${path} holds no rows of a peer (schema ${String(schema)}).`, FIX);
  for (const [r, row] of rows.entries()) {
    const wrong = wrongField(row);
    if (wrong !== undefined) throw inputError(`${path}: rows[${r}]${wrong}.`, FIX);
  }
  const { cpu, cores } = isObject(host) ? host : {};
  return {
    from: {
      file: path,
      cpu: typeof cpu === 'string' ? cpu : 'unknown',
      cores: typeof cores === 'number' ? cores : null,
      commit: typeof commit === 'string' ? commit : 'unknown',
      started: typeof started === 'string' ? started : null,
    },
    rows: rows as readonly PeerRow[],
  };
}

/** The work of one product y ← Ax, which is what peers are timed with. */
function productWork({ rows, cols, nnz }: MatrixBlock, precision: Precision): Work {
  return { flops: 2 * nnz, operandBytes: (rows + cols) * PRECISIONS[precision].storedBytes };
}

/** A row beside those of this run. It stands there as it was measured: nothing of it was checked here. */
function importedResult(matrix: MatrixBlock, row: PeerRow, from: Imported, baselineMs: number | null): BenchResult {
  const base = {
    matrix,
    operation: 'spmv' as const,
    backend: row.peer,
    device: from.cpu,
    format: row.format,
    formatParams: {},
    kernel: row.kernel,
    kernelParams: row.params,
    launchParams: {},
    precision: row.precision,
    accumulator: null,
    storageBytes: row.storageBytes ?? null,
    bytesResident: null,
    errorRatio: row.errorRatio ?? null,
    unjudged: null,
    solutionError: null,
    convertMs: null,
    prepareMs: null,
    imported: from,
    ...NO_TIMES,
  };
  const refused = (reason: string, fix: string): BenchResult => ({
    ...base,
    status: 'refused',
    code: null,
    reason,
    fix,
  });
  if (row.matrix.hash !== matrix.hash)
    return refused(
      `${from.file} measured another matrix of the name ${matrix.name}: hash ${row.matrix.hash}, here ${matrix.hash}.`,
      'Measure the peer again on this matrix.',
    );
  if (row.errorRatio !== undefined && row.errorRatio !== null && !(row.errorRatio <= 1))
    return refused(
      `Its result is ${row.errorRatio.toPrecision(3)} times the error bound away.`,
      'Do not compare with it.',
    );
  const statistics = sampleStatistics(row.samplesMs);
  const inputs = {
    work: productWork(matrix, row.precision),
    storageBytes: row.storageBytes ?? 0,
    medianMs: statistics.median,
  };
  const rates = figures(inputs);
  const sized = base.storageBytes !== null;
  return {
    ...base,
    status: 'ok',
    code: null,
    reason: null,
    fix: null,
    clock: 'host',
    samplesMs: [...row.samplesMs],
    ...statisticsFields(statistics),
    hostMedianMs: statistics.median,
    batch: row.batch ?? 1,
    compulsoryBytes: sized ? compulsoryBytes(inputs) : null,
    gflops: rates.gflops,
    gbPerSecond: sized ? rates.gbPerSecond : null,
    speedup: baselineMs === null ? null : baselineMs / statistics.median,
  };
}

/** The rows of peers on a matrix: by its hash, or refused where only its name is the same. */
export function importedRows(
  files: readonly PeerFile[],
  matrix: MatrixBlock,
  baselines: Readonly<Record<string, number>>,
): readonly BenchResult[] {
  return files.flatMap(({ from, rows }) =>
    rows
      .filter((row) => row.matrix.hash === matrix.hash || row.matrix.name === matrix.name)
      .map((row) => importedResult(matrix, row, from, baselines[row.precision] ?? null)),
  );
}

/** Two rows of one matrix and precision. */
export interface PeerRatio {
  readonly precision: string;
  readonly ours: BenchResult;
  readonly theirs: BenchResult;
  /** Their median over ours: above 1 they are slower. */
  readonly ratio: number;
}

/** The best of the peers beside the best of this run, by precision. */
export function peerRatios(rows: readonly BenchResult[]): readonly PeerRatio[] {
  const timed = rows.filter(({ status, medianMs }) => status === 'ok' && medianMs !== null);
  const best = (list: readonly BenchResult[]): BenchResult | undefined =>
    list.reduce<BenchResult | undefined>(
      (a, b) => (a === undefined || (b.medianMs ?? Infinity) < (a.medianMs ?? Infinity) ? b : a),
      undefined,
    );
  return [...new Set(timed.map(({ precision }) => precision))].flatMap((precision) => {
    const of = timed.filter((row) => row.precision === precision);
    const ours = best(of.filter(({ imported }) => !imported));
    const theirs = best(of.filter(({ imported }) => imported));
    if (!ours || !theirs || precision === null) return [];
    return [{ precision, ours, theirs, ratio: (theirs.medianMs ?? Number.NaN) / (ours.medianMs ?? Number.NaN) }];
  });
}
