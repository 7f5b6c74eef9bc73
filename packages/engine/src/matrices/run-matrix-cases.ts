import type { MatrixOperator, MatrixRequest, StoredMatrix } from '@spmv/core';
import { buildMatrix, storageBytes, storedPrecision } from '@spmv/core';
import { createAgreement } from '@spmv/core/oracle';
import type { CaseProblem, RunnableCase } from '../plan/case.ts';
import { caseName } from '../plan/case.ts';
import { byPrecision, inOrder } from '../plan/order-cases.ts';
import type { CaseRun, MadeMatrix } from '../run/case-result.ts';
import type { RunOptions } from '../run/prepare-case.ts';
import { problemFrom } from '../run/prepare-case.ts';
import type { CasesRun } from '../run/run-cases.ts';
import type { CutPart } from '../run/run-part.ts';
import { turn } from '../host/turn.ts';
import type { MatrixChecks } from './check-matrix.ts';
import { createMatrixChecks, matrixVariants } from './check-matrix.ts';
import type { MatricesProblem } from './matrices-problem.ts';
import type { MatrixCase } from './plan-matrix-cases.ts';
import type { MatrixRunOptions, Preparable } from './matrix-run.ts';
import { timeMatrices } from './time-matrices.ts';

/** Builds each stored form once and keeps it, whichever operands and cases share it. */
function createBuilder({ matrices }: MatricesProblem, { maxBytes }: Pick<RunOptions, 'maxBytes'>) {
  const known = new Map<string, StoredMatrix>();
  const sources = [...new Set(Object.values(matrices))];
  return (operand: string, { operands }: MatrixCase): StoredMatrix => {
    const matrix = matrices[operand];
    const storage = operands[operand];
    if (!matrix || !storage) throw new RangeError(`no matrix '${operand}'`);
    const { format, plan } = storage;
    const key = JSON.stringify([sources.indexOf(matrix), format.id, plan.valueType, plan.params]);
    const options = { params: plan.params, valueType: plan.valueType, maxBytes, share: true };
    const found = known.get(key) ?? buildMatrix(format, matrix.coo, options);
    known.set(key, found);
    return found;
  };
}

/** What an operator made and took. */
async function madeBy(operator: MatrixOperator, { operand, terms }: MatrixChecks): Promise<MadeMatrix> {
  const { shape, nnz, bytes } = await operator.symbolic();
  const { peakWorkBytes, boundBytes = null, reads, readBytes } = operator.costs();
  const untimed = { symbolicMs: null, numericMs: null, againMs: null };
  const costs = { bytes, workBytes: peakWorkBytes, boundBytes, reads, readBytes };
  return { operand, ...shape, nnz, terms, ...costs, ...untimed };
}

/** A combination prepared and checked, or why it is not right. Never throws. */
async function prepareAndCheck(
  problem: MatricesProblem,
  current: MatrixCase,
  build: ReturnType<typeof createBuilder>,
  checks: MatrixChecks,
  { maxBytes, host }: MatrixRunOptions,
): Promise<Preparable | CaseRun> {
  const { operation } = problem;
  const { backend } = current.opened;
  const nothing = { case: current, storageBytes: null, bytesResident: null, convertMs: null, prepareMs: null };
  let run: CaseRun = nothing;
  const own: { operator?: MatrixOperator } = {};
  try {
    let start = performance.now();
    const matrices = Object.fromEntries(Object.keys(current.operands).map((name) => [name, build(name, current)]));
    const convertMs = performance.now() - start;
    const request: MatrixRequest = {
      operation,
      kernel: current.implementation,
      matrices,
      formats: [...Object.values(current.operands).map(({ format }) => format), current.result],
      precision: current.precision,
      params: { ...current.kernelParams, ...current.launchParams },
      maxResultBytes: maxBytes,
    };
    const prepare = (): Promise<MatrixOperator> => backend.prepareMatrix(request);
    start = performance.now();
    own.operator = await prepare();
    const prepareMs = performance.now() - start;
    const stored = storedPrecision(current.arithmetic);
    const bytes = Object.values(matrices).reduce((sum, matrix) => sum + storageBytes(matrix, stored), 0);
    run = { ...nothing, storageBytes: bytes, convertMs, prepareMs };
    const { outcome, problem: wrong } = await checks.check(current, own.operator);
    const made = await madeBy(own.operator, checks);
    const { operandBytes, resultBytes } = own.operator.costs();
    run = {
      ...run,
      work: { flops: 2 * checks.terms, operandBytes: made.bytes },
      bytesResident: operandBytes + resultBytes,
      check: outcome,
      made,
      ...(wrong ? { problem: wrong } : {}),
    };
    await own.operator.dispose();
    return wrong ? run : { run, prepare };
  } catch (error) {
    const why: CaseProblem = problemFrom(error, host);
    await own.operator?.dispose().catch(() => {});
    return { ...run, problem: why };
  }
}

/** What a time budget left out, by precision. */
function cutOf(
  runs: readonly CaseRun[],
  late: readonly RunnableCase[],
  asked: number | undefined,
  samples: number,
): readonly CutPart[] {
  const short = asked !== undefined && samples < asked && runs.some(({ times }) => times);
  const cases = [...runs.map((run) => run.case), ...late];
  return byPrecision(cases).flatMap((part): readonly CutPart[] => {
    const those = part.filter((one) => late.includes(one));
    const [first] = part;
    if (!first || (those.length === 0 && !short)) return [];
    return [
      {
        precision: first.precision,
        late: those,
        whole: those.length === part.length,
        ...(short ? { samples } : {}),
      },
    ];
  });
}

/**
 * Runs every case of a problem whose operation makes a stored matrix: each result is judged against the oracle and compared with the others, and, where wanted, those
 * that are right are timed in interleaved rounds. Errors: those of the operation's reference.
 */
export async function runMatrixCases(
  problem: MatricesProblem,
  cases: readonly MatrixCase[],
  options: MatrixRunOptions,
): Promise<CasesRun> {
  const { timing, signal, budget, between = 'backends', onProgress, onRun } = options;
  const agreement = createAgreement();
  const checks = createMatrixChecks(problem, matrixVariants(problem.operation, options), agreement, between);
  const build = createBuilder(problem, options);
  const isOver = (): boolean => budget !== undefined && budget.left() <= 0;
  const runs: CaseRun[] = [];
  const right: Preparable[] = [];
  const late: RunnableCase[] = [];
  for (const current of cases) {
    await turn();
    if (signal.aborted) break;
    // Something of one there is always time for.
    if (isOver() && (right.length > 0 || budget?.isUsed() === true)) {
      late.push(current);
      continue;
    }
    onProgress(caseName(current));
    const done = await prepareAndCheck(problem, current, build, checks, options);
    const run = 'prepare' in done ? done.run : done;
    onRun?.(run);
    if ('prepare' in done && timing) right.push(done);
    else runs.push(run);
  }
  let samples = timing?.runs ?? 0;
  if (timing && right.length > 0 && !signal.aborted) {
    budget?.use();
    const timed = await timeMatrices(right, checks.scalars, { ...options, timing, isOver });
    samples = timed.samples;
    runs.push(...timed.runs);
    for (const run of timed.runs) onRun?.(run);
  } else runs.push(...right.map(({ run }) => run));
  return {
    runs: inOrder(runs, cases),
    agreement: agreement.report(),
    sampled: (runs.find(({ check }) => check)?.check?.compared ?? []).filter((one) => one.compared < one.elements),
    solution: undefined,
    cut: signal.aborted ? [] : cutOf(runs, late, timing?.runs, samples),
  };
}
