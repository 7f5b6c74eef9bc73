import type { BenchResult, CasePlan, Choose, ExcludedCase, ProblemBlocks, RunnableCase } from '@spmv/engine';
import { DEFAULT_OPERATION, computedText } from '@spmv/engine';
import { inputError, usageError } from '../cli-error.ts';
import type { BenchDocument } from './bench-document.ts';
import { isObject, isProblem, readBenchDocument, readJsonFile, withProblem } from './bench-document.ts';
import { hostBlock } from './host.ts';
import type { CommandHead } from './kept-run.ts';
import type { TunedRow } from './tuned.ts';
import { KEPT, keptTuned } from './tuned-files.ts';
import { pointKey } from './tuned.ts';
import type { CommandSelection } from '../session/selection.ts';

/** A plan made narrower, and rows that stand in for what was taken out of it. */
export interface NarrowedPlan {
  readonly choose: Choose;
  /** The rows of a problem that nothing has to measure again. */
  rows(blocks: ProblemBlocks): readonly BenchResult[];
}

const TUNE_FIX = 'Make one with spmv tune … --out FILE.';

function isTuned(row: unknown): row is TunedRow {
  if (!isObject(row) || !isObject(row['best'])) return false;
  const { best } = row;
  return (
    isProblem(best) &&
    typeof best['backend'] === 'string' &&
    typeof best['kernel'] === 'string' &&
    ['formatParams', 'kernelParams', 'launchParams'].every((field) => isObject(best[field]))
  );
}

function readTuned(path: string): readonly BenchResult[] {
  const value = readJsonFile(path, TUNE_FIX);
  const { schema, results } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (schema !== 'spmv.tune/1' || !Array.isArray(results))
    throw inputError(`${path} was not written by spmv tune (schema ${String(schema)}).`, TUNE_FIX);
  const wrong = results.findIndex((row) => !isTuned(row));
  if (wrong >= 0) throw inputError(`${path} was not written by spmv tune: results[${wrong}] has no point.`, TUNE_FIX);
  return (results as readonly TunedRow[]).map(({ best }) => withProblem(best));
}

function selected(point: BenchResult, { backends, formats, kernels, precisions }: CommandSelection): boolean {
  return (
    (backends?.includes(point.backend) ?? true) &&
    (formats?.includes(point.format ?? '') ?? true) &&
    (kernels?.includes(point.kernel ?? '') ?? true) &&
    (precisions === undefined || (point.precision !== null && precisions.includes(point.precision)))
  );
}

/** The one combination that a point of a search is, if it can be here. */
function impossible(point: BenchResult, path: string): ExcludedCase {
  return {
    operation: point.operation,
    backend: point.backend,
    device: null,
    format: point.format,
    formatParams: point.formatParams,
    kernel: point.kernel,
    kernelParams: point.kernelParams,
    launchParams: point.launchParams,
    precision: point.precision,
    problem: {
      status: 'refused',
      code: null,
      reason: `This machine cannot run this point of ${path}: it has no such combination.`,
      fix: 'Run spmv tune again here, with the same plugins.',
    },
    predictedBytes: null,
  };
}

/** Errors: bad input, where nothing was tuned on this machine for the problem. */
function keptPath({ name, source, hash }: BenchResult['problem']): string {
  const path = keptTuned(hash);
  if (path !== undefined) return path;
  throw inputError(`Nothing was tuned on this machine for ${name} (${hash}).`, `Run: spmv tune ${source}.`);
}

/**
 * Only the best points that `spmv tune --out FILE` wrote for a problem, or those that it kept for this machine. Errors: bad input, also for a problem that was not tuned.
 */
export function tunedPoints(asked: string): Choose {
  const written = asked === KEPT ? undefined : readTuned(asked);
  return ({ problem }, plan, selection) => {
    const path = written ? asked : keptPath(problem);
    const points = written ?? readTuned(path);
    const { operation = DEFAULT_OPERATION } = selection;
    const computing = points.filter((point) => point.operation === operation);
    const own = computing.filter((point) => point.problem.hash === problem.hash);
    if (own.length === 0) {
      const other = computing.find((point) => point.problem.name === problem.name);
      throw inputError(
        other
          ? `${path} is for another problem that is also called ${problem.name}: its hash is ${other.problem.hash}, here it is ${problem.hash}.`
          : `${path} has no point for ${operation} of ${problem.name}.`,
        `Run: spmv tune ${problem.source} --out FILE.`,
      );
    }
    const wanted = new Map(own.filter((point) => selected(point, selection)).map((point) => [pointKey(point), point]));
    const runnable: RunnableCase[] = [];
    for (const current of [...plan('all').runnable, ...plan('default').runnable])
      if (wanted.delete(pointKey(current))) runnable.push(current);
    return { runnable, excluded: [...wanted.values()].map((point) => impossible(point, path)) };
  };
}

/** What must be the same for two runs to be one. */
const SAME = ['operation', 'seed', 'alpha', 'beta', 'cold', 'uploads', 'profile'] as const;

/** It, as messages say it. */
function samenessOf(options: Partial<CommandHead['options']>): readonly (readonly [name: string, value: string])[] {
  const fields = SAME.map((name) => [name, String(options[name] ?? 'not given')] as const);
  return [...fields, ['options', computedText(options) || 'at their defaults']];
}

/** Errors: usage, for a document of another machine or of other options than this run has. */
export function requireSameRun(
  path: string,
  { host, options: then = {} }: Pick<BenchDocument, 'host' | 'options'>,
  options: CommandHead['options'],
): void {
  const here = hostBlock();
  if (host?.cpu !== here.cpu || host.node !== here.node)
    throw usageError(
      `${path} was measured on ${host?.cpu ?? '?'}, Node ${host?.node ?? '?'}, but this is ${here.cpu}, Node ${here.node}.`,
      'Measure again here, and compare the two files with spmv compare.',
    );
  const now = new Map(samenessOf(options));
  for (const [name, value] of samenessOf(then))
    if (value !== now.get(name))
      throw usageError(
        `${path} was measured with ${name} ${value}, but this run has ${now.get(name)}.`,
        'Give the same options, or measure again without --resume.',
      );
}

/**
 * What an earlier document of `spmv bench` holds is not measured again: combinations that validated, of the same problem by its hash, with as
 * many samples as are asked for, or clearly beaten where that is enough. Errors: bad input for what is no such document, usage for one of another machine or of other options.
 */
export function resumed(path: string, options: CommandHead['options']): NarrowedPlan {
  const document = readBenchDocument(path);
  requireSameRun(path, document, options);
  const held = new Map<string, BenchResult>();
  const keyOf = ({ problem }: ProblemBlocks, point: Parameters<typeof pointKey>[0]): string =>
    JSON.stringify([problem.hash, pointKey(point)]);
  for (const row of document.results)
    if (
      row.status === 'ok' &&
      !row.imported &&
      ((row.samplesMs?.length ?? 0) >= (options.runs ?? 0) || (row.beaten && options.cutBeaten))
    )
      held.set(keyOf(row, row), row);
  const taken = new Map<string, BenchResult[]>();
  return {
    choose(blocks, plan): CasePlan {
      const { runnable, excluded } = plan();
      const rows: BenchResult[] = [];
      const left = runnable.filter((current) => {
        const row = held.get(keyOf(blocks, current));
        if (row) rows.push({ ...row, ...blocks });
        return !row;
      });
      taken.set(blocks.problem.hash, rows);
      return { runnable: left, excluded };
    },
    rows: ({ problem }) => taken.get(problem.hash) ?? [],
  };
}
