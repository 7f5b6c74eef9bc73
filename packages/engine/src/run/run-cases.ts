import type { Workload } from '@spmv/core';
import type { AgreementReport } from '@spmv/core/oracle';
import { createAgreement } from '@spmv/core/oracle';
import type { RunnableCase } from '../plan/case.ts';
import type { CaseRun, ComparedOperand } from './case-result.ts';
import { createReferences } from '../check/check-variant.ts';
import { disposeAll } from '../host/dispose-all.ts';
import { memoryBudget } from '../plan/memory-budget.ts';
import { createOperandPool } from '../check/operands.ts';
import { byPrecision, inOrder } from '../plan/order-cases.ts';
import type { RunOptions, RunScope } from './prepare-case.ts';
import type { CutPart } from './run-part.ts';
import { shareOf } from '../time/time-budget.ts';
import { runPart } from './run-part.ts';
import type { SolutionCheck } from '../check/solution.ts';
import { solutionCheck } from '../check/solution.ts';

/** What became of the combinations of one problem. */
export interface CasesRun {
  readonly runs: readonly CaseRun[];
  readonly agreement: readonly AgreementReport[];
  /** Operands of which samples alone were compared. */
  readonly sampled: readonly ComparedOperand[];
  /** Present when x and b came with the matrix. */
  readonly solution: SolutionCheck | undefined;
  /** What a time budget left out. */
  readonly cut: readonly CutPart[];
}

/**
 * Runs every case of one problem: each stored form of its matrix is built once and dropped, each result judged against the oracle and compared with
 * the others, and, where wanted, those that validated are timed in interleaved rounds, as many at a time as fit in memory. In a time budget one
 * precision after the other, each in its share of what is left.
 */
export async function runCases(
  workload: Workload,
  cases: readonly RunnableCase[],
  options: RunOptions,
): Promise<CasesRun> {
  const scope: RunScope = {
    workload,
    options,
    variants: options.variants,
    references: createReferences(workload),
    operands: createOperandPool(workload),
    agreement: createAgreement(),
    between: options.between ?? 'backends',
  };
  const memory = memoryBudget(
    workload,
    cases,
    options.variants.length,
    options.maxBytes,
    options.host.memory(),
    options.between,
  );
  const runs: CaseRun[] = [];
  const cut: CutPart[] = [];
  try {
    const { budget } = options;
    const isFresh = budget?.isUsed() === false;
    const parts = budget ? byPrecision(cases) : [cases];
    for (const [p, part] of parts.entries()) {
      if (options.signal.aborted) break;
      const own = budget ? { ...options, budget: shareOf(budget, parts.length - p, isFresh) } : options;
      const done = await runPart({ ...scope, options: own }, part, memory);
      runs.push(...done.runs);
      if (done.cut) cut.push(done.cut);
    }
    return {
      runs: inOrder(runs, cases),
      agreement: scope.agreement.report(scope.references.judge),
      sampled: (runs.find(({ check }) => check)?.check?.compared ?? []).filter((one) => one.compared < one.elements),
      solution: solutionCheck(workload, options.variants, scope.references),
      cut,
    };
  } finally {
    await disposeAll([scope.operands]);
  }
}
