import type {
  CooMatrix,
  MatrixStructure,
  Params,
  SparseFormat,
  StoragePlan,
  StoredMatrix,
  ValueType,
} from '@spmv/core';
import { buildPlanned, formatParams, planStorage, structureOf } from '@spmv/core';
import type { ParamChoice } from '../case/choose-points.ts';
import { choosePoints } from '../case/choose-points.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { unlessRefused } from '../case/refusal.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';

/** A format under test. */
export interface FormatSubject {
  readonly format: SparseFormat;
  readonly params: ParamChoice;
  /** Matrices besides the kit's own. */
  readonly matrices: readonly TestMatrix[];
}

/** One way to store one matrix. */
export interface FormatPoint {
  readonly coo: CooMatrix;
  readonly structure: MatrixStructure;
  readonly params: Params;
  readonly valueType: ValueType;
  readonly plan: StoragePlan;
  /** Filled by `build`, which must not have changed `coo`. */
  readonly stored: StoredMatrix;
  /** For messages. */
  readonly where: FailureDetails;
}

const REASONS = 'A refused plan has a reason, and no empty fix';

/** Visits every value type and chosen parameters that the format does not refuse for this matrix, in `plan` or in `build`. */
export function eachFormatPoint(
  subject: FormatSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  visit: (point: FormatPoint) => void,
): void {
  const { format } = subject;
  for (const valueType of ['f64', 'f32'] as const) {
    const coo = matrix.make(valueType);
    const structure = structureOf(coo);
    const { points, rejected } = choosePoints(format.params, structure, `format '${format.id}'`, subject.params);
    for (const { params, rejected: reason } of rejected) recorder.refuse(`${formatParams(params)}: ${reason}`);
    for (const params of points) {
      const where = {
        format: format.id,
        matrix: matrix.id,
        shape: `${coo.shape.rows} x ${coo.shape.cols}`,
        nnz: coo.values.length,
        values: valueType,
        params: formatParams(params),
      };
      const plan = planStorage(format, structure, params, valueType);
      if (plan.refusal !== undefined) {
        ensure(plan.refusal.trim() !== '', REASONS, 'the refusal is empty', where);
        ensure(plan.fix.trim() !== '', REASONS, 'the fix is empty', where);
        recorder.refuse(plan.refusal);
        continue;
      }
      const stored = unlessRefused(recorder, where, () => buildPlanned(format, plan, coo));
      if (!stored) continue;
      recorder.accept();
      visit({ coo, structure, params, valueType, plan, stored, where });
    }
  }
}
