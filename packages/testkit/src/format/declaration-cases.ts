import type { Axis, MatrixStructure, Params, ParamSpace, SparseFormat } from '@spmv/core';
import { onAxis, structureOf } from '@spmv/core';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import { defineCase } from '../case/define-case.ts';
import { conformanceMatrices, matricesById } from '../matrices/conformance-matrices.ts';
import { poolOf, tryMatrices } from '../matrices/try-matrices.ts';
import type { FormatSubject } from './format-subject.ts';
import { eachFormatPoint } from './format-subject.ts';

const DOCUMENTED = 'What is published is documented';
const AXES = 'The default and the values of an axis are on it';
const SUGGESTED = 'What a format suggests is on its axes, whatever kernel will read it';
const ID = 'Ids are lower-case words, those of third parties vendor/name';

/** Fails unless every axis is documented, not empty, and holds its default. */
export function checkAxes<C, P extends Params>(space: ParamSpace<C, P>, where: FailureDetails): void {
  for (const [name, axis] of Object.entries(space.axes) as [string, Axis][]) {
    const details = { ...where, axis: name };
    ensure(axis.doc.trim() !== '', DOCUMENTED, 'an axis has no doc', details);
    ensure(axis.values.length > 0, AXES, 'it has no values', details);
    ensure(onAxis(axis, axis.default), AXES, `the default ${axis.default} is not on the axis`, details);
    ensure(
      new Set(axis.values.map((value) => typeof value)).size === 1 && typeof axis.default === typeof axis.values[0],
      AXES,
      'its values are of several types',
      details,
    );
    ensure(new Set(axis.values).size === axis.values.length, AXES, 'a value is given twice', details);
    ensure(
      axis.usual === undefined || (axis.usual.length > 0 && axis.usual.every((value) => axis.values.includes(value))),
      AXES,
      'a usual value is not among its values',
      details,
    );
    for (const value of axis.values) {
      const outside = axis.range && typeof value === 'number' && (value < axis.range.min || value > axis.range.max);
      ensure(!outside, AXES, `${value} is outside the range`, details);
    }
  }
}

/** Fails unless every suggestion of a format for `structure` is on its axis, for kernels of every language and of none in particular. */
function checkSuggestions({ id, params }: SparseFormat, structure: MatrixStructure): void {
  for (const target of [undefined, 'js', 'wasm', 'wgsl', 'cuda'] as const) {
    const suggested = params.suggest?.(target === undefined ? structure : { ...structure, target }) ?? {};
    for (const [name, value] of Object.entries(suggested)) {
      const axis = params.axes[name];
      ensure(axis !== undefined && value !== undefined && onAxis(axis, value), SUGGESTED, `${name}=${value} is not`, {
        format: id,
        target: target ?? 'any',
      });
    }
  }
}

/** Fails unless `id` is made of lower-case words in at most `parts` parts. */
export function checkId(id: string, parts: number, where: FailureDetails): void {
  const found = id.split('/');
  ensure(
    found.length <= parts && found.every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)),
    ID,
    `'${id}' is not`,
    where,
  );
}

/** Declarations of a format: what documentation and other packages rely on. */
export function declarationCases(subject: FormatSubject): readonly ConformanceCase[] {
  const { format, matrices } = subject;
  return [
    defineCase({
      id: `${format.id}/declaration/documented`,
      run(recorder) {
        const where = { format: format.id };
        checkId(format.id, 2, where);
        ensure(format.title.trim() !== '', DOCUMENTED, 'the title is empty', where);
        ensure(
          format.sources.every((source) => source.title.trim() !== ''),
          DOCUMENTED,
          'a source has no title',
          where,
        );
        for (const [name, { doc, length }] of Object.entries(format.layout)) {
          ensure(doc.trim() !== '' && length.trim() !== '', DOCUMENTED, `array '${name}' has no doc or length`, where);
        }
        for (const [name, doc] of Object.entries(format.scalars))
          ensure(doc.trim() !== '', DOCUMENTED, `scalar '${name}' has no doc`, where);
        checkAxes(format.params, where);
        recorder.compare();
      },
    }),
    defineCase({
      id: `${format.id}/declaration/layout`,
      run: (recorder) =>
        tryMatrices(
          { owner: `format '${format.id}'`, others: poolOf(matrices) },
          matricesById('random'),
          recorder,
          (matrix) => {
            const structure = structureOf(matrix.make('f64'));
            checkSuggestions(format, structure);
            const { points } = choosePoints(format.params, structure, `format '${format.id}'`);
            for (const params of points) {
              const plan = format.plan(structure, params, 'f64');
              if (plan.refusal !== undefined) {
                recorder.refuse(plan.refusal);
                continue;
              }
              const undocumented = Object.keys(plan.scalars ?? {}).find((name) => !(name in format.scalars));
              ensure(
                undocumented === undefined,
                DOCUMENTED,
                `scalar '${undocumented}' is in the plan, but not declared`,
                { format: format.id, params },
              );
              recorder.accept();
              recorder.compare();
            }
          },
        ),
    }),
    defineCase({
      id: `${format.id}/declaration/stores`,
      mustCompare: true,
      run: (recorder) =>
        tryMatrices(
          { owner: `format '${format.id}'`, others: poolOf(matrices, conformanceMatrices) },
          matricesById('random'),
          recorder,
          (matrix) => eachFormatPoint(subject, matrix, recorder, () => recorder.compare()),
        ),
    }),
  ];
}
