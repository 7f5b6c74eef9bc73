import type { FileMatrix } from '@spmv/core';
import { rowIndexOf } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyType } from '../npy/element-type.ts';
import { type FileValues, valuesOf } from '../npy/values.ts';
import { checkedIndices, checkedPointers, contradiction, requireCountable } from '../scipy/check.ts';
import { DEFAULT_LIMITS } from '../source/limits.ts';
import { type ByteCursor, type Element, elementAt, integersOf, MATRIX, numbersOf, textOf, wrong } from './element.ts';

/** Classes of arrays. */
const [STRUCT, SPARSE, FIRST_NUMERIC, LAST_NUMERIC] = [2, 5, 6, 15];
/** What numbers of one byte are stored as. */
const UINT8 = 2;
const [LOGICAL, COMPLEX] = [0x02, 0x08];
/** Structures in structures beyond this hold no matrix of anybody. */
const DEPTH = 4;

/** A matrix of a file, not read further than to where it is. */
export interface Variable {
  /** `A`, or `Problem.A` of a structure. */
  readonly name: string;
  readonly kind: 'sparse' | 'dense';
  readonly shape: FileMatrix['shape'];
  readonly logical: boolean;
  readonly complex: boolean;
  /** The elements after flags, dimensions and name. */
  readonly rest: ByteCursor;
}

function shapeOf(dimensions: Element): FileMatrix['shape'] | undefined {
  const [rows, cols, ...more] = Array.from(integersOf(dimensions) as Int32Array, Number);
  if (rows === undefined || cols === undefined || rows < 0 || cols < 0)
    throw wrong(dimensions.cursor, `the dimensions of an array are (${[rows, cols].join(', ')})`);
  return more.length === 0 ? { rows, cols } : undefined;
}

/** The matrices among the fields of one structure. */
function fields(cursor: ByteCursor, name: string, depth: number): readonly Variable[] {
  const lengths = elementAt(cursor);
  const names = elementAt({ ...cursor, at: lengths.next });
  const length = Number(integersOf(lengths)[0] ?? 0);
  const text = names.cursor.end - names.cursor.at;
  if (!(length > 0 && length <= 64) || text % length !== 0)
    throw wrong(cursor, `names of fields of ${length} bytes each in ${text} bytes`);
  const found: Variable[] = [];
  let at = names.next;
  for (let k = 0; k < text / length && at < cursor.end; k++) {
    const start = names.cursor.at + k * length;
    const field = textOf({ ...names, cursor: { ...names.cursor, at: start, end: start + length } }).replace(
      /\0.*/s,
      '',
    );
    const element = elementAt({ ...cursor, at });
    at = element.next;
    if (element.type === MATRIX)
      found.push(...variablesIn(element.cursor, { name: `${name}.${field}`, depth: depth - 1 }));
  }
  return found;
}

/**
 * The matrices in an array: itself, or the fields of a structure of one element. Cells, texts, functions and arrays of other dimensions are
 * passed over. Errors: `FILE.FORMAT`.
 */
export function variablesIn(
  cursor: ByteCursor,
  { name, depth = DEPTH }: { readonly name?: string; readonly depth?: number } = {},
): readonly Variable[] {
  // An empty field.
  if (cursor.at === cursor.end || depth === 0) return [];
  const flags = elementAt(cursor);
  const word = Number(integersOf(flags)[0] ?? 0);
  const [kind, bits] = [word & 0xff, (word >>> 8) & 0xff];
  if (kind !== STRUCT && kind !== SPARSE && !(kind >= FIRST_NUMERIC && kind <= LAST_NUMERIC)) return [];
  const dimensions = elementAt({ ...cursor, at: flags.next });
  const shape = shapeOf(dimensions);
  const named = elementAt({ ...cursor, at: dimensions.next });
  const own = name ?? textOf(named);
  const rest = { ...cursor, at: named.next };
  if (shape === undefined) return [];
  if (kind === STRUCT) return shape.rows === 1 && shape.cols === 1 ? fields(rest, own, depth) : [];
  return [
    {
      name: own,
      kind: kind === SPARSE ? 'sparse' : 'dense',
      shape,
      logical: (bits & LOGICAL) !== 0,
      complex: (bits & COMPLEX) !== 0,
      rest,
    },
  ];
}

/** By rows what lies by columns. */
function byRows<Numbers extends Float64Array | BigInt64Array | BigUint64Array>(
  columns: Numbers,
  { rows, cols }: FileMatrix['shape'],
): Numbers {
  if (rows <= 1 || cols <= 1) return columns;
  const turned = columns.slice() as Numbers;
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) turned[i * cols + j] = columns[j * rows + i] as never;
  return turned;
}

/** Whether an element has one byte for each value; several values of 8 bytes have more. */
function isBytes({ cursor: { at, end } }: Element, count: number): boolean {
  return end - at === count;
}

/** Real and imaginary parts from the elements at the cursor. Errors: `FILE.FORMAT`. */
function valuesAt({ name, complex, logical }: Variable, cursor: ByteCursor, count: number): FileValues {
  const part = (element: Element): FileValues => {
    // Of logical values some writers say float64, and store a byte each.
    const { type, data } = numbersOf(isBytes(element, count) && logical ? { ...element, type: UINT8 } : element);
    if (data.length < count) throw contradiction(`${name} has ${data.length} values, but ${count} are needed`);
    return valuesOf({ type: type as NpyType, data }, count, name);
  };
  const first = elementAt(cursor);
  const real = part(first);
  if (complex)
    return { values: real.values, imaginary: part(elementAt({ ...cursor, at: first.next })).values, field: 'complex' };
  if (logical && real.values.every((value) => value === 1)) return { ...real, field: 'pattern' };
  return real;
}

function requireFew(count: number, { name }: Variable, most: number): void {
  if (count <= most) return;
  throw fileError('FILE.LIMIT', {
    what: `${name} has ${count} entries, more than ${most}`,
    fix: 'Raise limits.entries, in the command --max-entries, if this is intended.',
    details: { entries: count, limit: most },
  });
}

function sparse(variable: Variable, most: number): FileMatrix {
  const { name, shape, rest } = variable;
  const rows = elementAt(rest);
  const starts = elementAt({ ...rest, at: rows.next });
  const pointers = integersOf(starts);
  const last = Number(pointers.at(-1) ?? 0);
  requireFew(last, variable, most);
  const count = checkedPointers(pointers, `${name}: jc`, { lines: shape.cols, entries: last });
  const indices = integersOf(rows);
  if (indices.length < last) throw contradiction(`${name} has ${indices.length} row indices, but ${last} entries`);
  return {
    shape,
    positions: {
      rowIndex: checkedIndices(indices, `${name}: ir`, { count: last, limit: shape.rows }),
      colIndex: rowIndexOf(count),
    },
    ...valuesAt(variable, { ...rest, at: starts.next }, last),
    symmetry: 'general',
    about: `MATLAB ${name}, sparse${variable.logical ? ' logical' : ''}${variable.complex ? ' complex' : ''}`,
  };
}

/** What a variable holds, of so many entries or elements at most. Numbers may be stored in a smaller type than they are of: they are read as float64. Errors: `FILE.FORMAT`, `FILE.INDEX`, `FILE.LIMIT`. */
export function matrixOf(variable: Variable, most: number = DEFAULT_LIMITS.entries): FileMatrix {
  const { name, shape, rest } = variable;
  requireCountable(Math.max(shape.rows, shape.cols), 'rows or columns');
  if (variable.kind === 'sparse') return sparse(variable, most);
  requireCountable(shape.rows * shape.cols, 'elements');
  requireFew(shape.rows * shape.cols, variable, most);
  const { values, imaginary, integers, field } = valuesAt(variable, rest, shape.rows * shape.cols);
  return {
    shape,
    values: byRows(values, shape),
    ...(imaginary ? { imaginary: byRows(imaginary, shape) } : {}),
    ...(integers ? { integers: byRows(integers, shape) } : {}),
    field,
    symmetry: 'general',
    about: `MATLAB ${name}, dense`,
  };
}
