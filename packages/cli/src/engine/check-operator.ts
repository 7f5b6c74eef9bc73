import type { CooMatrix, SpmvOperator } from '@spmv/core';
import { judge } from '@spmv/core';
import type { AgreementCollector } from './agreement.ts';
import type { CaseProblem, RunnableCase } from './case.ts';
import type { CheckOutcome } from './case-result.ts';
import type { CheckVariant, References } from './check-variant.ts';
import type { OperandPool } from './operands.ts';
import { backwardError } from './solution.ts';
import { turn } from './turn.ts';

/** What checks of one matrix share. */
export interface CheckScope {
  readonly coo: CooMatrix;
  readonly variants: readonly CheckVariant[];
  readonly references: References;
  readonly operands: OperandPool;
  readonly agreement: AgreementCollector;
}

/** The results of every variant, judged against the oracle and given to the comparison with the others. */
export async function checkOperator(
  scope: CheckScope,
  current: RunnableCase,
  operator: SpmvOperator,
): Promise<CheckOutcome> {
  const { coo, variants, references, agreement } = scope;
  const operands = scope.operands.of(current.opened.backend, current.precision);
  let worst: CheckOutcome['worst'] = { variant: '', row: -1, got: 0, expected: 0 };
  let errorRatio = 0;
  let unjudged = 0;
  let solutionError: number | null = null;
  for (const variant of variants) {
    await turn();
    const x = await operands.x(variant);
    const y = await operands.y(variant);
    operator.apply(x, y, variant.alpha, variant.beta);
    const result = await y.read();
    const reference = references.of(variant, current.precision);
    const report = judge(result, reference, current.arithmetic.accumulator);
    agreement.add(variant, result, reference, current.arithmetic.accumulator);
    unjudged += report.unjudged;
    if (report.errorRatio > errorRatio || worst.row < 0) {
      errorRatio = report.errorRatio;
      worst = { variant: variant.name, row: report.row, got: report.got, expected: report.expected };
    }
    if (current.precision === 'f64' && variant.b) solutionError = backwardError(coo, variant, result);
  }
  agreement.count(current.precision);
  return { errorRatio, unjudged, worst, solutionError };
}

/** What is wrong with a result outside its bound. */
export function verdictOn({ errorRatio, worst }: Pick<CheckOutcome, 'errorRatio' | 'worst'>): CaseProblem | undefined {
  if (errorRatio <= 1) return undefined;
  return {
    status: 'failed',
    code: 'RESULT.INVALID',
    reason: `Row ${worst.row} is ${worst.got} where ${worst.expected} is exact (${worst.variant}): ${Number.isFinite(errorRatio) ? `${errorRatio.toPrecision(3)} times the error bound` : 'not within any bound'}.`,
    fix: 'Do not use this combination; report it to the authors of its kernel.',
  };
}
