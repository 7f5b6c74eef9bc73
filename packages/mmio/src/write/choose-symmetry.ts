import { SpmvError } from '@spmv/core';
import { positionOrder } from '../convert/position-order.ts';
import type { MatrixMarketSymmetry } from '../model/header.ts';
import type { WritableBody } from './writable.ts';

/** Which of the symmetries hold, judged on entries of a square coordinate matrix stored once each. */
interface Held {
  symmetric: boolean;
  skew: boolean;
  hermitian: boolean;
  /** The first entry that breaks the symmetry asked for. */
  readonly broken: Partial<Record<MatrixMarketSymmetry, number>>;
}

/** Equal bits, so that 0 and −0 differ and NaN equals itself. */
function same(a: number, b: number): boolean {
  return Object.is(a, b);
}

function judge(body: WritableBody): Held {
  const { rows } = body;
  const rowIndex = Int32Array.from(body.rowIndex);
  const colIndex = Int32Array.from(body.colIndex);
  const held: Held = { symmetric: true, skew: true, hermitian: true, broken: {} };
  const fail = (kind: MatrixMarketSymmetry, entry: number): void => {
    held.broken[kind] ??= entry;
    if (kind === 'symmetric') held.symmetric = false;
    else if (kind === 'skew-symmetric') held.skew = false;
    else held.hermitian = false;
  };
  const failAll = (entry: number): void => {
    for (const kind of ['symmetric', 'skew-symmetric', 'hermitian'] as const) fail(kind, entry);
  };
  const byRow = positionOrder({ rowIndex, colIndex }, rows);
  const byCol = positionOrder({ rowIndex: colIndex, colIndex: rowIndex }, rows);
  const real = (k: number): number => (body.values.length === 0 ? 1 : (body.values[k] as number));
  const imaginary = (k: number): number => (body.imaginary.length === 0 ? 0 : (body.imaginary[k] as number));
  for (let s = 0; s < byRow.length; s++) {
    const a = byRow[s] as number;
    const b = byCol[s] as number;
    const previous = byRow[s - 1];
    if (rowIndex[a] !== colIndex[b] || colIndex[a] !== rowIndex[b]) {
      failAll(a);
      break;
    }
    if (previous !== undefined && rowIndex[a] === rowIndex[previous] && colIndex[a] === colIndex[previous]) failAll(a);
    const exact = body.integers;
    if (!same(real(a), real(b)) || !same(imaginary(a), imaginary(b)) || (exact !== undefined && exact[a] !== exact[b]))
      fail('symmetric', a);
    if (rowIndex[a] === colIndex[a]) {
      if (imaginary(a) !== 0) fail('hermitian', a);
      fail('skew-symmetric', a);
      continue;
    }
    if (
      !same(real(a), -real(b)) ||
      !same(imaginary(a), body.imaginary.length === 0 ? 0 : -imaginary(b)) ||
      (exact !== undefined && exact[a] !== -(exact[b] as bigint))
    )
      fail('skew-symmetric', a);
    if (!same(real(a), real(b)) || !same(imaginary(a), -imaginary(b))) fail('hermitian', a);
  }
  return held;
}

function lowerTriangle(body: WritableBody, symmetry: MatrixMarketSymmetry): WritableBody {
  const isKept = (k: number): boolean => (body.rowIndex[k] as number) >= (body.colIndex[k] as number);
  let count = 0;
  for (let k = 0; k < body.lines; k++) if (isKept(k)) count++;
  const kept = new Int32Array(count);
  for (let k = body.lines - 1; count > 0; k--) if (isKept(k)) kept[--count] = k;
  const take = (values: ArrayLike<number>): ArrayLike<number> =>
    values.length === 0 ? values : Float64Array.from(kept, (k) => values[k] as number);
  const { integers, ...rest } = body;
  const taken = integers === undefined ? {} : { integers: takeIntegers(integers, kept) };
  const indices = {
    rowIndex: Int32Array.from(kept, (k) => body.rowIndex[k] as number),
    colIndex: Int32Array.from(kept, (k) => body.colIndex[k] as number),
  };
  return {
    ...rest,
    ...taken,
    ...indices,
    banner: { ...body.banner, symmetry },
    values: take(body.values),
    imaginary: take(body.imaginary),
    lines: kept.length,
  };
}

function takeIntegers(integers: BigInt64Array | BigUint64Array, kept: Int32Array): BigInt64Array | BigUint64Array {
  const taken = new (integers.constructor as new (length: number) => BigInt64Array)(kept.length);
  for (let k = 0; k < kept.length; k++) taken[k] = integers[kept[k] as number] as bigint;
  return taken;
}

function refuse(what: string, details: Readonly<Record<string, unknown>>): never {
  throw new SpmvError('MMIO.SYMMETRY', what, { fix: "Write it as general, or let symmetry: 'auto' choose.", details });
}

/**
 * The body with the symmetry asked for, its lower triangle only, after a check that the matrix has it bit for bit. `auto`
 * takes the first that holds of symmetric, skew-symmetric, hermitian, else general. Errors: `MMIO.SYMMETRY`.
 */
export function chooseSymmetry(body: WritableBody, wanted: MatrixMarketSymmetry | 'auto' | undefined): WritableBody {
  const { banner, rows, cols } = body;
  if (wanted === undefined || wanted === banner.symmetry) return body;
  const possible =
    banner.symmetry === 'general' && banner.format === 'coordinate' && banner.object === 'matrix' && rows === cols;
  if (wanted === 'auto' && (!possible || body.lines === 0)) return body;
  if (!possible)
    refuse(
      `A ${rows} × ${cols} ${banner.format} ${banner.object} that is ${banner.symmetry} cannot be written as ${wanted}.`,
      { rows, cols, wanted },
    );
  const held = judge(body);
  const complex = banner.field === 'complex';
  const fits: Record<MatrixMarketSymmetry, boolean> = {
    general: true,
    symmetric: held.symmetric,
    'skew-symmetric': held.skew && banner.field !== 'pattern' && banner.field !== 'unsigned-integer',
    hermitian: held.hermitian && complex,
  };
  if (wanted === 'auto') {
    const found = (['symmetric', 'skew-symmetric', 'hermitian'] as const).find((kind) => fits[kind]);
    return found === undefined ? body : lowerTriangle(body, found);
  }
  if (!fits[wanted]) {
    const k = held.broken[wanted];
    const where =
      k === undefined
        ? ''
        : `: see row ${(body.rowIndex[k] as number) + 1}, column ${(body.colIndex[k] as number) + 1}`;
    refuse(`The matrix is not ${wanted}${where}.`, { wanted, entry: k });
  }
  return lowerTriangle(body, wanted);
}
