import type { BufferSlot, Operator, Precision, Workload } from '@spmv/core';
import type { AgreementCollector, ComparedResult } from '@spmv/core/oracle';
import { formatParams, precisionOf } from '@spmv/core';
import { judge, placeText } from '@spmv/core/oracle';
import type { CaseProblem, RunnableCase } from '../plan/case.ts';
import { caseName } from '../plan/case.ts';
import type { Between } from '../plan/members.ts';
import { memberOf } from '../plan/members.ts';
import type { CheckOutcome } from '../run/case-result.ts';
import type { CheckVariant, References } from './check-variant.ts';
import type { OperandPool } from './operands.ts';
import { backwardError } from './solution.ts';
import { turn } from '../host/turn.ts';

/** What checks of one problem share. */
export interface CheckScope {
  readonly workload: Workload;
  readonly variants: readonly CheckVariant[];
  readonly references: References;
  readonly operands: OperandPool;
  readonly agreement: AgreementCollector;
  /** Whose results are compared with whose. */
  readonly between: Between;
}

type Judged = Pick<CheckOutcome, 'errorRatio' | 'unjudged' | 'worst' | 'compared'>;

const NOTHING: Judged = {
  errorRatio: 0,
  unjudged: 0,
  compared: [],
  worst: { variant: '', operand: '', row: -1, got: 0, expected: 0 },
};

/** Numbers in an operand, without the gaps between its rows or columns. */
function numbersIn({ length, layout }: BufferSlot, { components }: Workload): number {
  return components * (layout ? layout.rows * layout.cols * layout.batch : length);
}

/** Whose result it is, and what promises to have the same bits: a bitwise kernel on the same stored form, wherever its target runs. */
export function identityOf(
  current: RunnableCase,
  between: Between,
): Pick<ComparedResult, 'member' | 'by' | 'sameBits'> {
  const { kernel, implementation, formatParams: stored, kernelParams, launchParams } = current;
  const params = formatParams({ ...stored, ...kernelParams, ...launchParams });
  return {
    member: memberOf(current, between),
    by: `${caseName(current)}${params === '' ? '' : ` (${params})`}`,
    ...(implementation.reproducibility === 'bitwise' ? { sameBits: `${kernel} ${formatParams(stored)}` } : {}),
  };
}

/** What the written operands hold, judged against the oracle; each is also shown to `seen`. */
export async function judgeOperands(
  { workload, references, operands }: Pick<CheckScope, 'workload' | 'references' | 'operands'>,
  current: RunnableCase,
  variant: CheckVariant,
  seen: (operand: string, result: ArrayLike<number>) => void = () => {},
): Promise<Judged> {
  const { opened, precision, arithmetic } = current;
  const held = operands.of(opened.backend, precision);
  const expected = references.of(variant, arithmetic);
  let judged = NOTHING;
  for (const slot of workload.signature.buffers) {
    if (slot.access === 'read') continue;
    const { name: operand } = slot;
    const reference = expected[operand];
    if (!reference) throw new RangeError(`operation '${workload.operation.id}' has no reference of '${operand}'`);
    const result = await held.written(operand).read();
    const { accumulator } = arithmetic;
    const report = judge(result, reference, accumulator, references.bounds(reference, accumulator));
    const { row, got } = report;
    const worst = { variant: variant.name, operand, row, got, expected: report.expected };
    const isWorst = report.errorRatio > judged.errorRatio || judged.worst.row < 0;
    judged = {
      errorRatio: Math.max(judged.errorRatio, report.errorRatio),
      unjudged: judged.unjudged + report.unjudged,
      compared: [
        ...judged.compared,
        {
          operand,
          compared: report.compared,
          elements: reference.elements ? numbersIn(slot, workload) : report.compared,
        },
      ],
      worst: isWorst ? worst : judged.worst,
    };
    seen(operand, result);
  }
  return judged;
}

/** The results of every variant, judged against the oracle and given to the comparison with the others. */
export async function checkOperator(
  scope: CheckScope,
  current: RunnableCase,
  operator: Operator,
): Promise<CheckOutcome> {
  const { workload, variants, references, agreement } = scope;
  const operands = scope.operands.of(current.opened.backend, current.precision);
  let outcome: Judged | undefined;
  let solutionError: number | null = null;
  for (const variant of variants) {
    await turn();
    operator.apply(...(await operands.given(variant)));
    const expected = references.of(variant, current.arithmetic);
    const judged = await judgeOperands(scope, current, variant, (operand, result) => {
      const reference = expected[operand];
      const slot = workload.signature.buffers.find(({ name }) => name === operand);
      if (reference && slot)
        agreement.add({
          ...identityOf(current, scope.between),
          product: variant.name,
          operand,
          result,
          reference,
          bounds: references.bounds(reference, current.arithmetic.accumulator),
          elements: numbersIn(slot, workload),
          layout: slot.layout,
        });
      if (current.precision === precisionOf('f64', workload.components) && workload.coo)
        solutionError = backwardError(workload.coo, variant, result) ?? solutionError;
    });
    const isWorse = outcome === undefined || judged.errorRatio > outcome.errorRatio || outcome.worst.row < 0;
    outcome = {
      errorRatio: Math.max(outcome?.errorRatio ?? 0, judged.errorRatio),
      unjudged: (outcome?.unjudged ?? 0) + judged.unjudged,
      compared: judged.compared,
      worst: isWorse ? judged.worst : (outcome?.worst ?? judged.worst),
    };
  }
  return { ...(outcome ?? NOTHING), solutionError };
}

/** How far outside its bound a result is, in words. */
export function excessOf(errorRatio: number): string {
  return Number.isFinite(errorRatio) ? `${errorRatio.toPrecision(3)} times the error bound` : 'not within any bound';
}

/** What is wrong with a result outside its bound. */
export function verdictOn(
  { errorRatio, worst }: Pick<CheckOutcome, 'errorRatio' | 'worst'>,
  precision: Precision,
): CaseProblem | undefined {
  if (errorRatio <= 1) return undefined;
  const { operand, row, got, expected, variant } = worst;
  return {
    status: 'failed',
    code: 'RESULT.INVALID',
    reason: `${placeText(operand, row, precision)} is ${got} where ${expected} is exact (${variant}): ${excessOf(errorRatio)}.`,
    fix: 'Do not use this combination. Whether its kernel, its backend or the reference is wrong shows where results are compared with one another: spmv validate.',
  };
}
