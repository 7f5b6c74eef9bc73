import type { FormatPlan, MatrixStructure, SparseFormat } from '@spmv/core';
import { formatParams, planStorage, structureOf, structureOfRowLengths } from '@spmv/core';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure, messageOf } from '../case/conformance-error.ts';
import { defineCase } from '../case/define-case.ts';
import { deepFreeze, plainText } from '../case/plain-data.ts';
import { matrixById } from '../matrices/conformance-matrices.ts';
import type { FormatSubject } from './format-subject.ts';

const ANSWERS = 'plan answers from arithmetic alone';

/** Rows like those of dc1: 116,835 short ones, one of 114,190 entries; 160 GB in ELLPACK. */
function dc1(): MatrixStructure {
  const rowLength = new Int32Array(116_835).fill(5);
  rowLength[58_000] = 114_190;
  rowLength[91_000] = 47_193;
  return structureOfRowLengths({ rows: 116_835, cols: 116_835 }, rowLength);
}

/** More entries than 32-bit indices reach. */
function beyondIndices(): MatrixStructure {
  return structureOfRowLengths({ rows: 20_000, cols: 2_000_000 }, new Int32Array(20_000).fill(200_000));
}

/** Positions without values: a format may be asked for a plan before the values are read. */
function withoutValues(): MatrixStructure {
  const { values: _, ...structure } = structureOf(matrixById('equal-rows').make('f64'));
  return structure;
}

function planOf(
  format: SparseFormat,
  structure: MatrixStructure,
  params: FormatPlanParams,
  valueType: 'f64' | 'f32',
): FormatPlan {
  try {
    return format.plan(structure, params, valueType);
  } catch (error) {
    return ensure(false, ANSWERS, `it threw ${messageOf(error)}`, {
      format: format.id,
      params: formatParams(params),
    }) as never;
  }
}

type FormatPlanParams = Parameters<SparseFormat['plan']>[1];

function predictionCase(
  { format, params: choice }: FormatSubject,
  id: string,
  make: () => MatrixStructure,
): ConformanceCase {
  return defineCase({
    id: `${format.id}/prediction/${id}`,
    run(recorder) {
      const structure = deepFreeze(make());
      const { points, rejected } = choosePoints(format.params, structure, `format '${format.id}'`, choice);
      for (const point of rejected) recorder.refuse(point.rejected ?? '');
      for (const params of points) {
        for (const valueType of ['f64', 'f32'] as const) {
          const where = { format: format.id, matrix: id, params: formatParams(params), values: valueType };
          const plan = planOf(format, structure, params, valueType);
          ensure(
            plainText(plan) === plainText(planOf(format, structure, params, valueType)),
            ANSWERS,
            'two calls gave two answers',
            where,
          );
          const { arrays } = planStorage(format, structure, params, valueType);
          for (const [name, { length }] of Object.entries(arrays)) {
            ensure(
              Number.isInteger(length) && length >= 0,
              ANSWERS,
              `array '${name}' is predicted with ${length} elements`,
              where,
            );
          }
          ensure(plan.refusal !== '' && plan.fix !== '', ANSWERS, 'the refusal or its fix is empty', where);
          ensure(
            plan.refusal !== undefined || (plan.slots ?? 0) >= structure.nnz,
            ANSWERS,
            `${plan.slots} slots cannot hold ${structure.nnz} entries`,
            where,
          );
          recorder.compare();
        }
      }
    },
  });
}

/** Structures that are far too large to build, and one whose values are not known: the plan must say so and not fail. */
export function predictionCases(subject: FormatSubject): readonly ConformanceCase[] {
  return [
    predictionCase(subject, 'dc1', dc1),
    predictionCase(subject, 'beyond-2^31', beyondIndices),
    predictionCase(subject, 'without-values', withoutValues),
  ];
}
