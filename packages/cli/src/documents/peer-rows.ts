import type { DenseRequest, Operation, Params, Precision, Sizes, Work } from '@spmv/core';
import { formatParams, operationOptions, PRECISIONS, scalarValues, signatureOf, workOf } from '@spmv/core';
import type { BenchResult, Imported, ProblemBlocks } from '@spmv/engine';
import {
  DEFAULT_OPERATION,
  NO_TIMES,
  compulsoryBytes,
  figures,
  sampleStatistics,
  statisticsFields,
} from '@spmv/engine';
import { inputError } from '../cli-error.ts';
import { isObject, isSamples, readJsonFile } from './bench-document.ts';

/** What another program measured: fields of `spmv.peer/1`. */
export interface PeerRow {
  /** Which program. */
  readonly peer: string;
  /** Id of what it computed; absent: SpMV. */
  readonly operation?: string;
  /** Its variant; options left out have their defaults. */
  readonly options?: Params;
  /** The stored matrix; absent where the operation has none. */
  readonly matrix?: { readonly name: string; readonly hash: string };
  /** Sizes of the operation's own; those left out have their defaults. */
  readonly sizes?: Sizes;
  /** How dense operands lie; those left out by rows without gaps. */
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  /** Which of its ways to multiply. */
  readonly kernel: string;
  /** Null or absent where nothing is stored. */
  readonly format?: string | null;
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

/** What a run measures: an operation in one variant, every option named. */
export interface PeerMeasurement {
  readonly operation: Operation;
  readonly variant: Params;
}

const FIX = 'Make one with node bench/peers/measure.ts, which bench/README.md of the repository describes.';

function wrongField(row: unknown): string | undefined {
  if (!isObject(row)) return ' is not an object';
  const { matrix, sizes, params, precision, samplesMs } = row;
  for (const field of ['peer', 'kernel', ...(matrix === undefined ? [] : ['format'])])
    if (typeof row[field] !== 'string') return `.${field} is not a string`;
  if (matrix === undefined && sizes === undefined) return ' has neither a matrix nor sizes';
  for (const field of ['sizes', 'options', 'layouts'])
    if (row[field] !== undefined && !isObject(row[field])) return `.${field} is not an object`;
  if (matrix !== undefined) {
    if (!isObject(matrix) || typeof matrix['name'] !== 'string') return '.matrix.name is not a string';
    if (typeof matrix['hash'] !== 'string') return '.matrix.hash is not a string';
  }
  if (!isObject(params)) return '.params is not an object';
  if (typeof precision !== 'string' || !Object.hasOwn(PRECISIONS, precision))
    return '.precision is not a known precision';
  return isSamples(samplesMs) ? undefined : '.samplesMs is not a list of times';
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

/** The work of one product with host scalars at their defaults, which is what peers are timed with. */
function productWork(
  { operation, variant: options }: PeerMeasurement,
  { problem, matrix }: ProblemBlocks,
  precision: Precision,
): Work {
  const { rows = 0, cols = 0, nnz = 0 } = matrix ?? {};
  const sizes = { rows, cols, nnz, ...problem.sizes };
  const { ownSizes, layouts, coo } = { ownSizes: problem.sizes, layouts: {}, coo: undefined };
  const workload = {
    operation,
    options,
    ownSizes,
    sizes,
    layouts,
    coo,
    components: PRECISIONS[precision].components,
    signature: signatureOf(operation, options, sizes),
  };
  return workOf(workload, scalarValues(workload), precision);
}

/** A row beside those of this run. It stands there as it was measured: nothing of it was checked here. */
function importedResult(
  measured: PeerMeasurement,
  blocks: ProblemBlocks,
  row: PeerRow,
  from: Imported,
  baselineMs: number | null,
): BenchResult {
  const { problem } = blocks;
  const base = {
    ...blocks,
    operation: measured.operation.id,
    backend: row.peer,
    device: from.cpu,
    format: row.format ?? null,
    formatParams: {},
    kernel: row.kernel,
    kernelParams: row.params,
    launchParams: {},
    precision: row.precision,
    accumulator: null,
    storageBytes: row.storageBytes ?? null,
    bytesResident: null,
    errorRatio: row.errorRatio ?? null,
    compared: null,
    elements: null,
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
  if (row.matrix && row.matrix.hash !== blocks.matrix?.hash)
    return refused(
      `${from.file} measured another matrix that is also called ${problem.name}: its hash is ${row.matrix.hash}, here it is ${blocks.matrix?.hash ?? 'none'}.`,
      'Measure the peer again on this matrix.',
    );
  if (row.errorRatio !== undefined && row.errorRatio !== null && !(row.errorRatio <= 1))
    return refused(
      `Its error is ${row.errorRatio.toPrecision(3)} times the error bound, so its result is wrong.`,
      'Do not compare with it.',
    );
  const statistics = sampleStatistics(row.samplesMs);
  const inputs = {
    work: productWork(measured, blocks, row.precision),
    storageBytes: row.storageBytes ?? 0,
    medianMs: statistics.median,
  };
  const rates = figures(inputs);
  const sized = base.storageBytes !== null || !blocks.matrix;
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

/** Whether a row is of what is measured. */
export function isMeasured(
  { operation: id = DEFAULT_OPERATION, options }: PeerRow,
  { operation, variant }: PeerMeasurement,
): boolean {
  return id === operation.id && formatParams(operationOptions(operation, options)) === formatParams(variant);
}

/** Layouts as text: `A=column,520`, those by rows without gaps left out. */
function layoutsText(layouts: Readonly<Record<string, DenseRequest>>): string {
  return Object.entries(layouts)
    .map(([name, { order = 'row', leadingDimension, batchStride }]) => [
      name,
      [order, leadingDimension, batchStride].join(),
    ])
    .filter(([, text]) => text !== 'row,,')
    .sort(([p = ''], [q = '']) => (p < q ? -1 : 1))
    .join(' ');
}

/** Whether a row is of a problem: of its sizes and layouts, and of its matrix or one of its name; without a matrix all operands are random. */
function isOf(row: PeerRow, operation: Operation, { problem, matrix }: ProblemBlocks): boolean {
  if (layoutsText(row.layouts ?? {}) !== layoutsText(problem.layouts)) return false;
  const sizes = Object.entries(operation.sizes);
  if (sizes.some(([name, size]) => (row.sizes?.[name] ?? size.default) !== problem.sizes[name])) return false;
  if (row.matrix) return row.matrix.hash === matrix?.hash || row.matrix.name === matrix?.name;
  return matrix === null && Object.keys(problem.operands).length === 0;
}

/** The rows of peers on a problem: by the hash of its matrix, or refused where only its name is the same, and by its sizes and layouts. */
export function importedRows(
  files: readonly PeerFile[],
  measured: PeerMeasurement,
  blocks: ProblemBlocks,
  baselines: Readonly<Record<string, number>>,
): readonly BenchResult[] {
  return files.flatMap(({ from, rows }) =>
    rows
      .filter((row) => isMeasured(row, measured) && isOf(row, measured.operation, blocks))
      .map((row) => importedResult(measured, blocks, row, from, baselines[row.precision] ?? null)),
  );
}

/** Two rows of one problem and precision. */
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
