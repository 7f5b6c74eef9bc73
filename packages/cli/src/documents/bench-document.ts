import { readFileSync } from 'node:fs';
import { numberOfJson } from '@spmv/core';
import type { BenchResult, HostBlock, OutOfTime } from '@spmv/engine';
import { sentences } from '@spmv/engine/basics';
import { inputError, problemOf } from '../cli-error.ts';
import type { CommandHead } from './kept-run.ts';

/** What of a document of `spmv bench` is read again. */
export interface BenchDocument {
  readonly host?: Partial<Pick<HostBlock, 'cpu' | 'node' | 'cores' | 'loadAverage' | 'othersCpu'>>;
  readonly options?: Partial<CommandHead['options']>;
  readonly results: readonly BenchResult[];
  /** What a time budget left out. */
  readonly outOfTime?: readonly OutOfTime[];
}

/** A file of JSON. Errors: bad input, with `fix`. */
export function readJsonFile(path: string, fix: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), numberOfJson);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw inputError(`${path} is not JSON: ${cause.message}`, fix, cause);
    const { reason } = problemOf(cause);
    throw inputError(sentences(reason.startsWith(path) ? reason : `${path}: ${reason}`), fix, cause);
  }
}

const FIX = 'Make one with spmv bench … --json > file.json.';

/** A document of `spmv bench --json`, its results as comparing needs them. Errors: bad input. */
export function readBenchDocument(path: string): BenchDocument {
  const value = readJsonFile(path, FIX);
  const { schema, results } = (value ?? {}) as { readonly schema?: unknown; readonly results?: unknown };
  if (schema !== 'spmv.bench/1' || !Array.isArray(results))
    throw inputError(`${path} is not a bench document (schema ${String(schema)}).`, FIX);
  for (const [r, result] of results.entries()) {
    const wrong = wrongField(result);
    if (wrong !== undefined) throw inputError(`${path} is not a bench document: results[${r}]${wrong}.`, FIX);
  }
  const document = value as BenchDocument;
  return { ...document, results: document.results.map(withProblem) };
}

/** A result as it is written today: earlier ones have a matrix and no problem. */
export function withProblem(result: BenchResult): BenchResult {
  const { problem, matrix } = result as Partial<BenchResult>;
  if (problem || !matrix) return result;
  const { name, source, hash } = matrix;
  return { ...result, problem: { name, source, hash, sizes: {}, layouts: {}, operands: {} } };
}

/** Whether a result says what it is of. */
export function isProblem({ problem, matrix }: Readonly<Record<string, unknown>>): boolean {
  const named = problem ?? matrix;
  return isObject(named) && typeof named['name'] === 'string';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether it is a list of at least one time. */
export function isSamples(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((sample) => typeof sample === 'number' && sample >= 0);
}

/** The first field of a result that is not as comparing needs it: `.matrix.name is not a string`. */
function wrongField(result: unknown): string | undefined {
  if (!isObject(result)) return ' is not an object';
  const { medianMs, samplesMs } = result;
  if (!isProblem(result)) return `.${result['problem'] === undefined ? 'matrix' : 'problem'}.name is not a string`;
  for (const field of ['operation', 'backend'])
    if (typeof result[field] !== 'string') return `.${field} is not a string`;
  for (const field of ['format', 'kernel', 'precision'])
    if (result[field] !== null && typeof result[field] !== 'string') return `.${field} is neither a string nor null`;
  for (const field of ['formatParams', 'kernelParams', 'launchParams'])
    if (result[field] !== undefined && !isObject(result[field])) return `.${field} is not an object`;
  if (medianMs === null) return undefined;
  if (typeof medianMs !== 'number' || !(medianMs >= 0)) return '.medianMs is not a time';
  return isSamples(samplesMs) ? undefined : '.samplesMs is not a list of times';
}
