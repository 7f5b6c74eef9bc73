import type { CooMatrix, Precision } from '@spmv/core';
import { precisionOf, PRECISIONS, realEquivalent } from '@spmv/core';
import { pageHtml } from '@spmv/engine';
import { counted, significant, toJson } from '@spmv/engine/basics';
import type {
  FactorFacts,
  MethodId,
  PreconditionerId,
  PreparedMatrix,
  SolveOptions,
  SolveResult,
  System,
} from '@spmv/solvers';
import { deviceSystem, hostSystem, refine, solve } from '@spmv/solvers';
import { inFlags, inputError, problemOf } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import { hostBlock } from '../../documents/host.ts';
import { finishIterations, tellIterations } from '../../documents/iterations.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireProportion } from '../../host/require-memory.ts';
import { companionOf } from '../../matrices/companion.ts';
import { loadAnyMatrix, requireReal } from '../../matrices/load-matrix.ts';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { loadVector } from '../../matrices/vectors.ts';
import { besideFiles } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { writeWhole } from '../../output/write-file.ts';
import type { ReportFlags } from '../flags/report.ts';
import { reportOf } from '../flags/report.ts';
import type { OpenSolvers, SolverFlags } from '../open-solvers.ts';
import { openSolvers, productText } from '../open-solvers.ts';
import { writableType } from '../write-out.ts';
import { writeVector } from '../write-vector.ts';
import { complexOf, throwOfPairs } from './complex.ts';
import { historyText } from './history-text.ts';

export interface SolveFlags extends SolverFlags, ReportFlags {
  readonly rhs?: string;
  /** Its earlier name. */
  readonly b?: string;
  readonly x0?: string;
  readonly method?: string;
  readonly precond?: string;
  readonly tol: number;
  readonly atol: number;
  readonly maxiter?: number;
  readonly restart?: number;
  readonly refine?: boolean;
  readonly history?: boolean;
  readonly out?: string;
}

/** b, and where it is from. */
interface RightHandSide {
  readonly b: Float64Array;
  readonly from: string;
  /** The solution that came with it. */
  readonly x?: Float64Array;
}

/** A·1: the sum of each row. Of pairs 1 has no imaginary part. */
function rowSums({ shape, rowIndex, colIndex, values }: CooMatrix, components: 1 | 2): Float64Array {
  const sums = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    if ((colIndex[k] as number) % components !== 0) continue;
    const i = rowIndex[k] as number;
    sums[i] = (sums[i] as number) + (values[k] as number);
  }
  return sums;
}

async function rightHandSide(
  context: Context,
  source: MatrixSource,
  coo: CooMatrix,
  given: string | undefined,
  components: 1 | 2,
): Promise<RightHandSide> {
  const [rows, cols] = [coo.shape.rows / components, coo.shape.cols / components];
  const path = given ?? companionOf(source, 'b');
  if (path === undefined) {
    const b = rowSums(coo, components);
    const row = b.findIndex((sum) => !Number.isFinite(sum));
    // What the matrix holds is told of it.
    if (row >= 0 && coo.values.every(Number.isFinite))
      throw inputError(
        `No right-hand side was given, and that which is taken then, A·1, is ${b[row]} in row ${Math.floor(row / components) + 1}: the sum of its entries leaves the range.`,
        'Give one with --rhs FILE.',
      );
    return { b, from: 'A·1' };
  }
  const b = await loadVector(path, 'b', rows, 'row', context, components);
  const beside = given === undefined ? companionOf(source, 'x') : undefined;
  if (beside === undefined) return { b, from: path };
  return { b, from: path, x: await loadVector(beside, 'x', cols, 'column', context, components) };
}

/** ‖x − y‖/‖y‖. */
function distance(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const differences = Float64Array.from(y, (value, i) => value - (x[i] as number));
  return norm(differences) / norm(y);
}

/** ‖b − Ax‖/‖b‖: an x that came with a matrix need not solve anything. */
function residualOf({ rowIndex, colIndex, values }: CooMatrix, x: Float64Array, b: Float64Array): number {
  const left = b.slice();
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    left[i] = (left[i] as number) - (values[k] as number) * (x[colIndex[k] as number] as number);
  }
  return norm(left) / norm(b);
}

/** ‖x‖, also where squares leave the range. */
function norm(x: ArrayLike<number>): number {
  let [largest, sum] = [0, 0];
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(x[i] as number));
  if (largest === 0 || !(largest < Infinity)) return largest;
  for (let i = 0; i < x.length; i++) sum += ((x[i] as number) / largest) ** 2;
  return largest * Math.sqrt(sum);
}

function optionsOf(context: Context, flags: SolveFlags, x0: Float64Array | undefined): SolveOptions {
  const { method, precond, tol, atol, maxiter, restart } = flags;
  return {
    rtol: tol,
    atol,
    // Names are checked by the solvers, which say what there is.
    ...(method === undefined ? {} : { method: method as MethodId }),
    ...(precond === undefined ? {} : { M: precond as PreconditionerId }),
    ...(maxiter === undefined ? {} : { maxiter }),
    ...(restart === undefined ? {} : { restart }),
    ...(x0 ? { x0 } : {}),
    signal: context.signal,
    callback: tellIterations(context, 'residual'),
  };
}

/** Fill and pivots. */
function factorsText({ entries, fill, ordering, pivots, code }: FactorFacts): string {
  return `factors: ${entries} entries, ${significant(fill)} times those of the matrix, ordered by ${ordering}; pivots: ${pivots}; computed by ${code === 'compiled' ? 'compiled code' : code}`;
}

/** Levels of multigrid, and what each cycle left of the residual. */
function levelsText({ levels }: SolveResult): readonly string[] {
  if (!levels) return [];
  const { rows, operatorComplexity, gridComplexity, bytes, cycles } = levels;
  return [
    `levels of ${rows.join(', ')} rows: operator complexity ${significant(operatorComplexity)}, grid complexity ${significant(gridComplexity)}, ${significant(bytes / 1e6)} MB besides A`,
    `cycles left of the residual: ${cycles.map((factor) => significant(factor)).join(', ')}`,
  ];
}

/** Methods that were tried, where they are several. */
function attemptsText(attempts: SolveResult['attempts']): readonly string[] {
  if (attempts.length < 2) return [];
  const each = attempts.map(({ method, preconditioner, reason, ms }) => {
    const name = preconditioner === 'none' ? method : `${method} with ${preconditioner}`;
    return `${name} ${reason}, ${significant(ms)} ms`;
  });
  return [`tried: ${each.join('; ')}`];
}

/** What was solved for corrections alone. */
function refinedText({ restarts, method, preconditioner }: SolveResult, precision: Precision): string {
  const name = preconditioner === 'none' ? method : `${method} with ${preconditioner}`;
  return `refined: ${counted(restarts, 'correction', 'corrections')} by ${name} in ${precision}, residuals in f64 of the host`;
}

/** Where the time went: before the first iteration, and in them. */
function timesText(systemMs: number, { iterations, setupMs, iterationMs, factors, attempts }: SolveResult): string {
  if (factors && attempts.length === 1)
    return `products chosen in ${significant(systemMs)} ms, factored and solved in ${significant(setupMs)} ms, ${counted(iterations, 'correction', 'corrections')}, judged in ${significant(iterationMs)} ms`;
  const each = iterations > 0 ? `, ${significant((1000 * iterationMs) / iterations)} µs each` : '';
  return `products chosen in ${significant(systemMs)} ms, set up in ${significant(setupMs)} ms, ${counted(iterations, 'iteration', 'iterations')} in ${significant(iterationMs)} ms${each}`;
}

function exitOf({ reason, converged }: SolveResult): ExitCode {
  if (converged) return EXIT.ok;
  return reason === 'aborted' ? EXIT.interrupted : EXIT.unsolved;
}

/** What to do by flags of this command, where rounding forbids what was asked for. */
function remedyOf({ reachable, reason }: SolveResult, precision: Precision): string | undefined {
  const { host, components } = PRECISIONS[precision];
  const wider = components === 2 ? `, or --precision ${precisionOf('f64', components)}` : ', or --refine';
  if (reachable === undefined) return undefined;
  if (reason === 'limit')
    return `Give --tol ${reachable} or more, which is about what rounding allows, and a larger --maxiter.`;
  return `Give --tol ${reachable} or more${host === 'f64' ? '' : wider}.`;
}

/** The system on a backend. */
function systemOn(place: OpenSolvers, coo: CooMatrix, { method }: SolveFlags): Promise<System> {
  const { backend, registry, precision, prepareMatrix, prepareSystem } = place;
  // LSQR's products end in no sum with another vector.
  const prepare = (one: CooMatrix): Promise<PreparedMatrix> =>
    one === coo && method !== 'lsqr' ? prepareSystem(one) : prepareMatrix(one);
  return deviceSystem({ backend, registry, precision, coo, prepareMatrix: prepare });
}

/** `spmv solve A.mtx`: one linear system, its verdict in a line, x into a file. */
export async function run(context: Context, argument: string, flags: SolveFlags): Promise<ExitCode> {
  const { out } = flags;
  const terminal = besideFiles(context.terminal, out);
  const source = matrixSource(argument);
  if (flags.b !== undefined) terminal.warn('--b is now --rhs; the next release no longer knows it. Write --rhs.');
  const { report } = reportOf(flags);
  const type = out === undefined ? undefined : await writableType(context, out);
  const matrix = await loadAnyMatrix(source, context);
  const { name, coo: own } = matrix;
  requireProportion(name, own);
  const complex = complexOf(matrix, flags);
  const components = complex ? 2 : 1;
  // What does to pairs what a complex matrix does to numbers.
  const coo = complex ? realEquivalent(complex.coo) : requireReal(matrix).coo;
  const { rows, cols } = own.shape;
  const right = rightHandSide(context, source, coo, flags.rhs ?? flags.b, components);
  const { b, from, x: known } = await right.catch(throwOfPairs);
  const begin = flags.x0 === undefined ? undefined : loadVector(flags.x0, 'x0', cols, 'column', context, components);
  const x0 = await begin?.catch(throwOfPairs);
  const place = await openSolvers(context, complex ? { ...flags, precision: complex.precision } : flags);
  const { precision, products, dispose } = place;
  try {
    const beforeSystem = performance.now();
    const system = await (complex ? deviceSystem({ ...place, coo: complex.coo }) : systemOn(place, coo, flags));
    const systemMs = performance.now() - beforeSystem;
    const head = {
      schema: 'spmv.solve/1',
      host: hostBlock(),
      matrix: { name, source: argument, rows, cols, nnz: own.colIndex.length },
      backend: place.backend.id,
      precision,
      b: from,
    };
    context.keeper.begin('solve', head);
    const start = performance.now();
    const options = optionsOf(context, flags, x0);
    const result = await (flags.refine ? refine(await hostSystem(coo), system, b, options) : solve(system, b, options));
    const ms = performance.now() - start;
    context.keeper.publishing();
    // From here on what goes wrong is said by this process, and the result is no worse for it.
    context.keeper.put('handedOut', 0, true);
    terminal.clearProgress();
    const { x } = result;
    if (out !== undefined) await writeVector(out, x, type, components);
    const fromKnown = known && { distance: distance(x, known), residual: residualOf(coo, known, b) };
    const { x: _, error, ...rest } = result;
    const document = {
      ...head,
      ...rest,
      bNorm: norm(b),
      products,
      error: error ? problemOf(error) : null,
      systemMs,
      ms,
      ...(fromKnown ? { distanceFromKnown: fromKnown.distance, knownRelativeResidual: fromKnown.residual } : {}),
    };
    if (report !== undefined)
      await writeWhole(report, await pageHtml({ documents: [{ name: `spmv solve ${name}`, document }] }));
    if (context.json) terminal.data(toJson({ ...document, ...(out === undefined ? { x } : { out }) }));
    else {
      for (const reason of result.chosen) terminal.note(reason);
      for (const product of products) terminal.note(productText(product));
      terminal.note(`b: ${from}; ${counted(rows, 'row', 'rows')}, ${result.place}`);
      for (const text of attemptsText(result.attempts)) terminal.note(text);
      if (flags.refine) terminal.note(refinedText(result, precision));
      if (result.factors) terminal.note(factorsText(result.factors));
      for (const text of levelsText(result)) terminal.note(text);
      terminal.note(timesText(systemMs, result));
      if (flags.history) terminal.data(historyText(terminal, result));
      const verdict = `${name}  ${terminal.style(result.converged ? 'green' : 'yellow', result.message)}`;
      terminal.data(wrap(verdict, terminal.width, 2));
      if (fromKnown)
        terminal.data(
          wrap(
            `  |x − x that came with it| is ${significant(fromKnown.distance)} of it; with that x ${significant(fromKnown.residual)} of b is left`,
            terminal.width,
            2,
          ),
        );
      if (result.error) terminal.warn(remedyOf(result, flags.refine ? 'f64' : precision) ?? inFlags(result.error.fix));
    }
    await system.dispose();
    return exitOf(result);
  } finally {
    await dispose();
  }
}

/** How far it came, where it was ended. */
export const finish: Finisher = finishIterations('residual');
