import type { BuildRoom, CooMatrix, ElementType, SparseFormat, TypedArray } from '@spmv/core';
import {
  allocate,
  buildMatrix,
  buildMatrixFromRows,
  checkCoo,
  checkStored,
  cooByRows,
  elementBytes,
  roundCooToF32,
  rowsOfCoo,
  rowStartOf,
} from '@spmv/core';
import { changedElement, cooArrays, copyArrays, firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { plainText } from '../case/plain-data.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { FormatPoint, FormatSubject } from './format-subject.ts';
import { eachFormatPoint } from './format-subject.ts';

const PLAN = 'What is built is what plan and layout said';
const LOSSLESS = 'toCoo gives back the matrix that build was given';
const CLEAN = 'check finds nothing in what build made';
const ROWS = 'buildFromRows makes what build makes of the same entries';
const SHARED = 'Entries that came by rows, shared where the format has a way, make the same matrix';
const PLACED = 'build writes its arrays where they begin, parts of a larger memory, and nothing beside them';
const INPUT = 'build modifies nothing and shares no memory with its input';

function checkPlan({ stored, structure, plan, where }: FormatPoint, format: SparseFormat): void {
  const finding = checkStored({ ...format, check: () => [] }, stored, structure)[0];
  ensure(finding === undefined, PLAN, () => finding?.message, where);
  ensure(Number.isInteger(plan.slots) && plan.slots >= structure.nnz, PLAN, `slots is ${plan.slots}`, where);
}

function checkSame(found: CooMatrix, expected: CooMatrix, where: FormatPoint['where']): void {
  ensure(
    found.shape.rows === expected.shape.rows && found.shape.cols === expected.shape.cols,
    LOSSLESS,
    `shape is ${found.shape.rows} x ${found.shape.cols}`,
    where,
  );
  const canonical = checkCoo(found)[0];
  ensure(
    found.values.length === expected.values.length,
    LOSSLESS,
    `${found.values.length} entries instead of ${expected.values.length}`,
    where,
  );
  ensure(canonical === undefined, LOSSLESS, () => `the result is not canonical: ${canonical?.message}`, where);
  for (const name of ['rowIndex', 'colIndex', 'values'] as const) {
    const k = firstDifference(found[name], expected[name]);
    ensure(k < 0, LOSSLESS, () => `${name}[${k}] is ${found[name][k]} instead of ${expected[name][k]}`, {
      ...where,
      row: expected.rowIndex[k],
    });
  }
}

function roundTrip(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, (point) => {
    const { stored } = point;
    const before = copyArrays(stored.arrays);
    const back = format.toCoo(stored);
    const changed = changedElement(stored.arrays, before);
    ensure(changed === undefined, INPUT, () => `toCoo changed ${changed?.name}[${changed?.index}]`, point.where);
    checkSame(back, point.valueType === 'f64' ? point.coo : roundCooToF32(point.coo), point.where);
    recorder.compare();
  });
}

function storage(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  eachFormatPoint(subject, matrix, recorder, (point) => {
    checkPlan(point, subject.format);
    recorder.compare();
  });
}

function clean(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, (point) => {
    const { stored } = point;
    const before = copyArrays(stored.arrays);
    const finding = format.check(stored)[0];
    ensure(finding === undefined, CLEAN, () => `${finding?.invariant}: ${finding?.message}`, point.where);
    const changed = changedElement(stored.arrays, before);
    ensure(changed === undefined, INPUT, () => `check changed ${changed?.name}[${changed?.index}]`, point.where);
    recorder.compare();
  });
}

function inputs(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, (point) => {
    const { stored } = point;
    const changed = changedElement(cooArrays(point.coo), cooArrays(matrix.make(point.valueType)));
    ensure(
      changed === undefined,
      INPUT,
      () => `build changed ${changed?.name}[${changed?.index}] of the COO matrix`,
      point.where,
    );
    const memory = new Set(Object.values(cooArrays(point.coo)).map((array) => array.buffer));
    for (const [name, array] of Object.entries(stored.arrays)) {
      ensure(
        array.byteLength === 0 || !memory.has(array.buffer),
        INPUT,
        `array '${name}' shares memory with the COO matrix`,
        point.where,
      );
    }
    const back = format.toCoo(stored);
    const own = new Set(Object.values(stored.arrays).map((array) => array.buffer));
    for (const [name, array] of Object.entries(cooArrays(back))) {
      ensure(
        array.byteLength === 0 || !own.has(array.buffer),
        INPUT,
        `${name} of toCoo shares memory with the stored matrix`,
        point.where,
      );
    }
    recorder.compare();
  });
}

/** Built row by row of the same entries, everything is the same to the bit. */
function rowByRow(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, ({ coo, params, valueType, stored, where }) => {
    const { coo: _, ...source } = rowsOfCoo(coo);
    const made = buildMatrixFromRows(format, source, { params, valueType, maxBytes: Infinity });
    const { arrays, ...header } = stored;
    const { arrays: found, ...foundHeader } = made;
    ensure(plainText(foundHeader) === plainText(header), ROWS, () => `the header is ${plainText(foundHeader)}`, where);
    const changed = changedElement(found, arrays);
    ensure(changed === undefined, ROWS, () => `${changed?.name}[${changed?.index}] is another`, where);
    recorder.compare();
  });
}

/** Built of entries that came by rows, and with their arrays where the format takes them, everything is the same to the bit. */
function shared(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, ({ coo, params, valueType, stored, where }) => {
    const byRows = cooByRows(coo.shape, { rowStart: rowStartOf(coo), colIndex: coo.colIndex }, coo.values);
    ensure(byRows !== undefined, SHARED, 'the entries are not canonical', where);
    const before = cooArrays(matrix.make(valueType));
    const { arrays: found, ...header } = buildMatrix(format, byRows ?? coo, {
      params,
      valueType,
      maxBytes: Infinity,
      share: true,
    });
    const { arrays, ...expected } = stored;
    ensure(plainText(header) === plainText(expected), SHARED, () => `the header is ${plainText(header)}`, where);
    const other = changedElement(found, arrays);
    ensure(other === undefined, SHARED, () => `${other?.name}[${other?.index}] is another`, where);
    const changed = changedElement(cooArrays(coo), before);
    ensure(changed === undefined, SHARED, () => `it changed ${changed?.name}[${changed?.index}]`, where);
    recorder.compare();
  });
}

/** Bytes around each array of a larger memory. */
const MARGIN = 64;
const MARK = 0xa5;

/** Elements of a larger memory. */
function viewIn(memory: ArrayBuffer, element: ElementType, begin: number, length: number): TypedArray {
  const { constructor } = allocate(element, 0);
  return new (constructor as new (memory: ArrayBuffer, begin: number, length: number) => TypedArray)(
    memory,
    begin,
    length,
  );
}

/** Built where a backend has its memory, every array is the same to the bit, and nothing around it is written. */
function placed(subject: FormatSubject, matrix: TestMatrix, recorder: Recorder): void {
  const { format } = subject;
  eachFormatPoint(subject, matrix, recorder, ({ coo, params, valueType, stored, where }) => {
    const arrays = Object.values(stored.arrays);
    const bytes = arrays.reduce((sum, { byteLength }) => sum + 8 * Math.ceil(byteLength / 8) + MARGIN, MARGIN);
    const memory = new Uint8Array(bytes).fill(MARK);
    let next = MARGIN;
    const room: Pick<BuildRoom, 'allocate'> = {
      allocate(_what, element, length) {
        const begin = next;
        const size = length * elementBytes(element);
        next += 8 * Math.ceil(size / 8) + MARGIN;
        memory.fill(0, begin, begin + size);
        return viewIn(memory.buffer, element, begin, length);
      },
    };
    const made = buildMatrix(format, coo, { params, valueType, maxBytes: Infinity, room });
    const other = changedElement(made.arrays, stored.arrays);
    ensure(other === undefined, PLACED, () => `${other?.name}[${other?.index}] is another`, where);
    for (const array of Object.values(made.arrays))
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(MARK);
    const beside = memory.findIndex((byte) => byte !== MARK);
    ensure(beside < 0, PLACED, `byte ${beside} of the memory, which is of no array, was written`, where);
    recorder.compare();
  });
}

/** What a format promises of one matrix. */
export function storageCases(subject: FormatSubject, matrix: TestMatrix): readonly ConformanceCase[] {
  const make = (
    promise: string,
    run: (subject: FormatSubject, matrix: TestMatrix, recorder: Recorder) => void,
  ): ConformanceCase =>
    defineCase({
      id: `${subject.format.id}/${promise}/${matrix.id}`,
      tier: matrix.tier,
      run: (recorder) => run(subject, matrix, recorder),
    });
  return [
    make('storage', storage),
    make('round-trip', roundTrip),
    make('check', clean),
    make('inputs', inputs),
    make('shared', shared),
    make('placed', placed),
    ...(subject.format.buildFromRows ? [make('row-by-row', rowByRow)] : []),
  ];
}
