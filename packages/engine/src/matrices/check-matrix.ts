import type { CooMatrix, MatrixOperation, MatrixOperator, Precision } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import type { AgreementCollector, MatrixReference } from '@spmv/core/oracle';
import { errorBounds, judgeMatrix, rowsToJudge } from '@spmv/core/oracle';
import type { VariantOptions } from '../check/check-variant.ts';
import { excessOf, identityOf } from '../check/check-operator.ts';
import { turn } from '../host/turn.ts';
import type { CaseProblem } from '../plan/case.ts';
import type { Between } from '../plan/members.ts';
import type { CheckOutcome } from '../run/case-result.ts';
import type { MatricesProblem } from './matrices-problem.ts';
import { entriesOf, rolesOf } from './matrices-problem.ts';
import type { MatrixCase } from './plan-matrix-cases.ts';

/** Host scalars that every combination computes with. */
interface MatrixVariant {
  readonly name: string;
  readonly scalars: Readonly<Record<string, number>>;
}

/** The products to check: with the scalars that were chosen, of which an operation takes those it has, and where that is thorough with those that it is checked with. */
export function matrixVariants(
  { scalars, checks, formula }: MatrixOperation,
  { thorough, ...given }: Pick<VariantOptions, 'alpha' | 'beta' | 'thorough'>,
): readonly [MatrixVariant, ...MatrixVariant[]] {
  const chosen = Object.entries(given).filter(([name]) => scalars.some((one) => one.name === name));
  const name = chosen.map(([key, value]) => `${key}=${value}`).join(', ') || formula;
  const first = { name, scalars: Object.fromEntries(chosen) };
  return [first, ...(thorough ? checks.map((check) => ({ name: check.name, scalars: check.scalars })) : [])];
}

/** What checks of one problem share. */
export interface MatrixChecks {
  /** Name of the result. */
  readonly operand: string;
  /** Multiplications, each with an addition, of one product. */
  readonly terms: number;
  /** Of the product that is timed. */
  readonly scalars: MatrixVariant['scalars'];
  /** Every variant: positions of rows exactly, values within their bounds, and positions of all rows against those of the first result. Errors: those of the operator. */
  check(current: MatrixCase, operator: MatrixOperator): Promise<{ outcome: CheckOutcome; problem?: CaseProblem }>;
}

/** Values of rows in order, where they have the positions of the reference. */
function valuesOf(made: CooMatrix, { rows, start, colIndex }: MatrixReference): Float64Array {
  const starts = rowStartOf(made);
  const values = new Float64Array(colIndex.length);
  rows.forEach((row, r) => values.set(made.values.subarray(starts[row], starts[row + 1]), start[r]));
  return values;
}

/** A hash of all positions (FNV-1a over rows and columns). */
function hashOfPositions({ rowIndex, colIndex }: CooMatrix): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < colIndex.length; k++) {
    hash = Math.imul(hash ^ (rowIndex[k] as number), 0x01000193);
    hash = Math.imul(hash ^ (colIndex[k] as number), 0x01000193);
  }
  return hash >>> 0;
}

function wrong(reason: string): CaseProblem {
  const fix = 'Do not use this combination; spmv validate compares it with others.';
  return { status: 'failed', code: 'RESULT.INVALID', reason, fix };
}

/** Checks for all cases of a problem: the reference of a variant in a precision is made once. */
export function createMatrixChecks(
  problem: MatricesProblem,
  variants: readonly [MatrixVariant, ...MatrixVariant[]],
  agreement: AgreementCollector,
  between: Between,
): MatrixChecks {
  const { operation, options } = problem;
  const matrices = entriesOf(problem);
  const { written } = rolesOf(operation, options);
  const known = new Map<
    string,
    { readonly reference: MatrixReference; readonly bounds: Map<Precision, Float64Array> }
  >();
  const referenceOf = (variant: MatrixVariant, precision: Precision) => {
    const key = `${precision} ${variants.indexOf(variant)}`;
    const rows = (): Int32Array => rowsToJudge(operation, { options, matrices, precision });
    const found = known.get(key) ?? {
      reference: operation.reference({ options, matrices, precision, scalars: variant.scalars, rows: rows() }),
      bounds: new Map<Precision, Float64Array>(),
    };
    known.set(key, found);
    return found;
  };
  let positions: { readonly hash: number; readonly nnz: number; readonly by: string } | undefined;
  return {
    operand: written,
    terms: operation.rowWork(matrices, options).reduce((sum, each) => sum + each, 0),
    scalars: variants[0].scalars,
    async check(current, operator) {
      const { accumulator } = current.arithmetic;
      let outcome: CheckOutcome | undefined;
      for (const variant of variants) {
        await turn();
        await operator.numeric(variant.scalars);
        const stored = await operator.read();
        const made = current.result.toCoo(stored);
        const { reference, bounds } = referenceOf(variant, current.precision);
        const report = judgeMatrix(made, reference, accumulator);
        const { row, got, expected, errorRatio, unjudged, compared } = report;
        const worst = { variant: variant.name, operand: written, row, got, expected };
        const isWorst = outcome === undefined || errorRatio > outcome.errorRatio;
        outcome = {
          errorRatio: Math.max(outcome?.errorRatio ?? 0, errorRatio),
          unjudged: (outcome?.unjudged ?? 0) + unjudged,
          compared: [{ operand: written, compared, elements: stored.nnz }],
          worst: isWorst || !outcome ? worst : outcome.worst,
          solutionError: null,
        };
        if (report.pattern !== undefined)
          return { outcome, problem: wrong(`${written} (${variant.name}): ${report.pattern}.`) };
        if (errorRatio > 1) {
          const place = `${written}[${row}, ${report.col}]`;
          return {
            outcome,
            problem: wrong(`${place} is ${got} where ${expected} is exact (${variant.name}): ${excessOf(errorRatio)}.`),
          };
        }
        const own = bounds.get(accumulator) ?? errorBounds(reference.values, accumulator);
        bounds.set(accumulator, own);
        const identity = identityOf(current, between);
        const hash = hashOfPositions(made);
        positions ??= { hash, nnz: stored.nnz, by: identity.by };
        if (positions.hash !== hash || positions.nnz !== stored.nnz) {
          const { nnz, by } = positions;
          const words =
            nnz === stored.nnz
              ? `has entries elsewhere than by ${by}`
              : `has ${stored.nnz} entries, and ${nnz} by ${by}`;
          return { outcome, problem: wrong(`${written} ${words}, in rows that the oracle did not look at.`) };
        }
        const result = valuesOf(made, reference);
        const elements = result.length;
        agreement.add({
          ...identity,
          product: variant.name,
          operand: written,
          result,
          reference: reference.values,
          bounds: own,
          elements,
        });
      }
      return { outcome: outcome as CheckOutcome };
    },
  };
}
