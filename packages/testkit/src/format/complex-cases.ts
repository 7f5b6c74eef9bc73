import {
  buildMatrix,
  checkCoo,
  checkStored,
  entriesOfStored,
  planStorage,
  precisionOf,
  storageBytes,
  structureOf,
} from '@spmv/core';
import { changedElement, cooArrays } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { unlessRefused } from '../case/refusal.ts';
import { asComplex, roundComplex } from '../matrices/complex-matrix.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { FormatSubject } from './format-subject.ts';
import { eachFormatPoint } from './format-subject.ts';

const COMPLEX = 'Values may be complex: build moves them, and whatever they are they come back from where it put them';

function complexValues(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, ({ coo, params, valueType, where }) => {
    const given = asComplex(coo);
    const stored = unlessRefused(recorder, where, () =>
      buildMatrix(format, given, { params, valueType, maxBytes: Infinity }),
    );
    if (!stored) return;
    const precision = precisionOf(valueType, 2);
    const structure = structureOf(given);
    const plan = planStorage(format, structure, params, precision, { maxBytes: Infinity });
    const bytes = storageBytes(stored, precision);
    ensure(bytes === plan.bytes, COMPLEX, `it takes ${bytes} bytes, and ${plan.bytes} were planned`, where);
    const finding = checkStored(format, stored, structure)[0];
    ensure(finding === undefined, COMPLEX, () => `${finding?.invariant}: ${finding?.message}`, where);
    const back = entriesOfStored(format, stored);
    const wrong = checkCoo(back)[0];
    ensure(
      wrong === undefined && back.components === 2,
      COMPLEX,
      () => `they are no such entries: ${wrong?.message}`,
      where,
    );
    const other = changedElement(cooArrays(back), cooArrays(roundComplex(given, valueType)));
    ensure(other === undefined, COMPLEX, () => `${other?.name}[${other?.index}] is another`, where);
    recorder.compare();
  });
}

/** What a format promises of complex values, which it need not know. */
export function complexCases(subject: FormatSubject, matrix: TestMatrix): readonly ConformanceCase[] {
  return [
    defineCase({
      id: `${subject.format.id}/complex/${matrix.id}`,
      tier: matrix.tier,
      run: (recorder) => complexValues(subject, matrix, recorder),
    }),
  ];
}
