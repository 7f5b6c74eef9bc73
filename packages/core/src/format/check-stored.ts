import { isDimension } from '../data/check-coo.ts';
import { INDEX_LIMIT } from '../data/coo.ts';
import { elementTypeOf } from '../data/element.ts';
import type { Finding } from '../data/finding.ts';
import type { ParamValue } from '../params/param-space.ts';
import { onAxis } from '../params/resolve-params.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import { withWhetherZero } from './complex-values.ts';
import { arraysOf, numbersIn } from './layout.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** A stored matrix of which nothing is known yet. */
type Unchecked = { readonly [K in keyof StoredMatrix]?: unknown };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(n: unknown): n is number {
  return Number.isSafeInteger(n) && (n as number) >= 0;
}

function checkHeader(
  format: SparseFormat,
  { format: id, shape, nnz, valueType, components, params, scalars, arrays }: Unchecked,
): readonly Finding[] {
  if (id !== format.id) return [{ invariant: 'format.id', message: `is '${String(id)}', not '${format.id}'` }];
  const findings: Finding[] = [];
  const expect = (holds: boolean, invariant: string, message: string): void => {
    if (!holds) findings.push({ invariant, message });
  };
  const { rows, cols } = isRecord(shape) ? shape : {};
  expect(isDimension(rows) && isDimension(cols), 'header.shape', `the shape is ${String(rows)} × ${String(cols)}`);
  expect(
    isCount(nnz) && nnz <= Number(rows) * Number(cols) && nnz <= (format.maxEntries ?? INDEX_LIMIT),
    'header.nnz',
    `nnz is ${String(nnz)} for a shape of ${String(rows)} × ${String(cols)}`,
  );
  expect(valueType === 'f64' || valueType === 'f32', 'header.valueType', `the value type is '${String(valueType)}'`);
  expect(components === undefined || components === 2, 'header.components', `components is ${String(components)}`);
  const given = isRecord(params) ? params : {};
  for (const [name, axis] of Object.entries(format.params.axes))
    expect(onAxis(axis, given[name] as ParamValue), 'header.params', `parameter '${name}' is ${String(given[name])}`);
  for (const name of Object.keys(given))
    expect(Object.hasOwn(format.params.axes, name), 'header.params', `there is no parameter '${name}'`);
  const numbers = isRecord(scalars) ? scalars : {};
  for (const name of Object.keys(format.scalars))
    expect(Number.isFinite(numbers[name]), 'layout.scalars', `scalar '${name}' is ${String(numbers[name])}`);
  expect(isRecord(arrays), 'layout.names', 'there are no arrays');
  return findings;
}

/** Whether the buffer of an array was transferred (detached). Only an access to an element tells such an array from one of length 0. */
function isDetached(array: { readonly length: number; indexOf(value: number): number }): boolean {
  if (array.length > 0) return false;
  try {
    array.indexOf(0);
    return false;
  } catch {
    return true;
  }
}

function checkArrays(format: SparseFormat, matrix: StoredMatrix): readonly Finding[] {
  const { arrays } = matrix;
  const planned = arraysOf(format.layout, matrix);
  const findings: Finding[] = [];
  for (const name of new Set([...Object.keys(planned), ...Object.keys(arrays)])) {
    const declared = Object.hasOwn(planned, name) ? planned[name] : undefined;
    const array = arrays[name];
    const found = elementTypeOf(array);
    if (!declared || array === undefined)
      findings.push({
        invariant: 'layout.names',
        message: `array '${name}' is ${declared ? 'missing' : 'not one of the format'}`,
      });
    else if (found !== declared.element)
      findings.push({ invariant: 'layout.elements', message: `array '${name}' holds ${found ?? 'something else'}` });
    else if (array.length > (format.maxEntries ?? INDEX_LIMIT))
      findings.push({ invariant: 'layout.lengths', message: `array '${name}' has ${array.length} elements` });
    else if (isDetached(array))
      findings.push({
        invariant: 'layout.detached',
        message: `the memory of array '${name}' was transferred: its buffer is detached`,
      });
    else if (array.length !== numbersIn(declared))
      findings.push({
        invariant: 'layout.lengths',
        message: `array '${name}' has ${array.length} elements, not ${numbersIn(declared)}`,
      });
  }
  return findings;
}

/** The first scalar whose value is not the one expected; `undefined` when all are. */
export function checkScalars(
  { scalars }: Pick<StoredMatrix, 'scalars'>,
  values: Readonly<Record<string, number>>,
): Finding | undefined {
  for (const [name, value] of Object.entries(values)) {
    if (scalars[name] !== value)
      return { invariant: 'layout.scalars', message: `scalar '${name}' is ${scalars[name]}, not ${value}` };
  }
  return undefined;
}

/**
 * Everything wrong with a stored matrix: its header, the names, types and lengths of its arrays by the format's layout, then the format's own invariants. Where
 * the structure that it was built from is given, also the scalars that the format plans for it. Takes anything, throws nothing, modifies nothing.
 *
 * A matrix without findings is safe: no kernel of the format reads or writes outside its arrays, x and y.
 */
export function checkStored(
  format: SparseFormat,
  matrix: StoredMatrix,
  structure?: MatrixStructure,
): readonly Finding[] {
  if (!isRecord(matrix)) return [{ invariant: 'header', message: `a ${typeof matrix} is not a stored matrix` }];
  try {
    for (const check of [checkHeader, checkArrays]) {
      const findings = check(format, matrix);
      if (findings.length > 0) return findings;
    }
    const { scalars = {} } = structure ? format.plan(structure, matrix.params, matrix.valueType) : {};
    const planned = checkScalars(matrix, scalars);
    return planned ? [planned] : format.check(withWhetherZero(format, matrix));
  } catch (error) {
    return [
      { invariant: 'check', message: `cannot be checked: ${error instanceof Error ? error.message : String(error)}` },
    ];
  }
}
