import type { Candidate } from './candidate.ts';
import type { MeasuredKernel, MeasuredMatrix } from './measurement.ts';

/** An object of a document, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is one. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function paramsOf(value: unknown): Candidate['formatParams'] {
  return isObject(value) ? (value as Candidate['formatParams']) : {};
}

/** Fields of a matrix that documents have had from the beginning, and those that came later. */
const TRAITS = [
  'rows',
  'cols',
  'nnz',
  'meanRow',
  'maxRow',
  'emptyRows',
  'relativeStandardDeviation',
  'bandwidth',
  'sectorsPerRow',
] as const;

/** A row of `spmv.bench/1` as a measured candidate; undefined where it is none: not measured here, of another operation or variant, or from before documents said the slots. */
function measuredOf(row: Json): MeasuredKernel | undefined {
  const { backend, kernel, format, precision, samplesMs, storageBytes, compulsoryBytes, slots, stored } = row;
  if (row['status'] !== 'ok' || row['imported'] !== undefined || row['operation'] !== 'spmv') return undefined;
  if (
    typeof backend !== 'string' ||
    typeof kernel !== 'string' ||
    typeof format !== 'string' ||
    typeof precision !== 'string'
  )
    return undefined;
  if (typeof storageBytes !== 'number' || typeof compulsoryBytes !== 'number' || typeof slots !== 'number')
    return undefined;
  if (!Array.isArray(samplesMs) || samplesMs.length === 0) return undefined;
  return {
    candidate: {
      backend,
      target: kernel.split('/')[0] ?? '',
      kernel,
      format,
      precision: precision as Candidate['precision'],
      ...(typeof stored === 'string' ? { stored: stored as Candidate['precision'] } : {}),
      formatParams: paramsOf(row['formatParams']),
      kernelParams: paramsOf(row['kernelParams']),
      launchParams: paramsOf(row['launchParams']),
      bytes: compulsoryBytes,
      slots,
    },
    samplesMs: samplesMs as readonly number[],
    ...(row['clock'] === 'device' ? { clocked: true } : {}),
    convertMs: typeof row['convertMs'] === 'number' ? row['convertMs'] : 0,
    prepareMs: typeof row['prepareMs'] === 'number' ? row['prepareMs'] : 0,
  };
}

/**
 * What documents of `spmv bench --json` (`spmv.bench/1`) hold of y ← αAx + βy, by matrix. Rows of one matrix in several documents stand together only
 * where backends differ: times of one backend from two runs cannot be compared, and the later document's are taken.
 */
export function recordedMatrices(documents: readonly unknown[]): readonly MeasuredMatrix[] {
  const found = new Map<
    string,
    {
      readonly name: string;
      readonly traits: MeasuredMatrix['traits'];
      readonly measured: Map<string, MeasuredKernel[]>;
    }
  >();
  for (const document of documents) {
    if (!isObject(document) || document['schema'] !== 'spmv.bench/1' || !Array.isArray(document['results'])) continue;
    const fresh = new Set<string>();
    for (const row of document['results'] as readonly unknown[]) {
      if (!isObject(row) || !isObject(row['matrix'])) continue;
      const { matrix } = row;
      const { hash, name } = matrix;
      const one = measuredOf(row);
      if (typeof hash !== 'string' || !one) continue;
      const values = Object.fromEntries(TRAITS.map((trait) => [trait, numberOf(matrix[trait])]));
      const traits = values as unknown as MeasuredMatrix['traits'];
      if (!Object.values(values).every(Number.isFinite)) continue;
      const entry = found.get(hash) ?? { name: String(name), traits, measured: new Map<string, MeasuredKernel[]>() };
      found.set(hash, entry);
      const key = `${one.candidate.backend} ${one.candidate.precision}`;
      const isFresh = fresh.has(`${hash} ${key}`);
      fresh.add(`${hash} ${key}`);
      entry.measured.set(key, [...(isFresh ? (entry.measured.get(key) ?? []) : []), one]);
    }
  }
  return [...found].map(([hash, { name, traits, measured }]) => ({
    hash,
    name,
    traits,
    measured: [...measured.values()].flat(),
  }));
}

/** A candidate of `spmv.advise/1` with the trials that were run of it; undefined without any. */
function triedOf(row: unknown): MeasuredKernel | undefined {
  if (!isObject(row) || !Array.isArray(row['trialsMs']) || row['trialsMs'].length === 0) return undefined;
  const { bytes, slots, setup } = row;
  const candidate = measuredOf({
    ...row,
    status: 'ok',
    operation: 'spmv',
    samplesMs: row['trialsMs'],
    storageBytes: bytes,
    compulsoryBytes: bytes,
    slots,
    ...(isObject(setup) ? setup : {}),
  });
  return candidate;
}

/** What documents of `spmv advise --json` (`spmv.advise/1`) hold of trials, by matrix: `samplesMs` of each candidate are its trials. */
export function recordedTrials(documents: readonly unknown[]): readonly MeasuredMatrix[] {
  const found = new Map<string, { name: string; traits: MeasuredMatrix['traits']; measured: MeasuredKernel[] }>();
  for (const document of documents) {
    if (!isObject(document) || document['schema'] !== 'spmv.advise/1' || !Array.isArray(document['results'])) continue;
    for (const row of document['results'] as readonly unknown[]) {
      if (!isObject(row) || !isObject(row['matrix']) || !isObject(row['traits']) || !Array.isArray(row['others']))
        continue;
      const { hash, name } = row['matrix'];
      if (typeof hash !== 'string') continue;
      const traits = row['traits'] as unknown as MeasuredMatrix['traits'];
      const entry = found.get(hash) ?? { name: String(name), traits, measured: [] };
      found.set(hash, entry);
      for (const one of [row['choice'], ...(row['others'] as readonly unknown[])]) {
        const tried = triedOf(one);
        if (tried) entry.measured.push(tried);
      }
    }
  }
  return [...found].map(([hash, one]) => ({ hash, ...one }));
}
