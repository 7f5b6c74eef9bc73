import { shown } from '@spmv/core';
import type { Elements } from './strided.ts';
import { unreadable } from './strided.ts';

/** A column of numbers of Apache Arrow: a `Vector` of the package `apache-arrow`, or what has the same members. */
export interface ArrowColumn {
  readonly type: { readonly typeId: number; readonly precision?: number; toString(): string };
  readonly length: number;
  readonly nullCount: number;
  /** Pieces, one after another. Their `values` may be longer. */
  readonly data: readonly { readonly length: number; readonly values: unknown }[];
}

/** Numbers of `Type` in Arrow's Schema.fbs. */
const [INT, FLOAT] = [2, 3];

function isElements(values: unknown): values is Elements {
  return ArrayBuffer.isView(values) && 'length' in values;
}

/** The elements of a column, which are its own memory where it is one piece. Errors: `OPERAND.MEMORY` for nulls, and for what is no column of numbers. */
export function readColumn(
  name: string,
  column: ArrowColumn,
): { readonly elements: Elements; readonly isOwn: boolean } {
  const { type, length, nullCount, data } = column;
  const isHalf = type?.typeId === FLOAT && type.precision === 0;
  if (isHalf || ![INT, FLOAT].includes(type?.typeId))
    throw unreadable(
      name,
      `it is a column of ${isHalf ? 'Float16' : shown(String(type))}, and numbers are needed`,
      'Give a column of Int8 … Int64, Uint8 … Uint64, Float32 or Float64: cast it first.',
    );
  if (nullCount > 0)
    throw unreadable(
      name,
      `${nullCount} of its ${length} elements are null`,
      'Fill them with numbers first, or leave their rows out.',
      {
        nullCount,
        length,
      },
    );
  const pieces = data.map(({ values, length: used }, piece) => {
    if (isElements(values) && values.length >= used) return values.subarray(0, used);
    throw unreadable(
      name,
      `piece ${piece} of its column has ${used} elements and ${shown(values)} for them`,
      'Give the column as Arrow made it.',
    );
  });
  const [first] = pieces;
  if (first === undefined) return { elements: new Float64Array(0), isOwn: true };
  if (pieces.length === 1) return { elements: first, isOwn: false };
  const make = first.constructor as new (length: number) => Elements;
  const elements = new make(length);
  let at = 0;
  for (const piece of pieces) {
    elements.set(piece as never, at);
    at += piece.length;
  }
  return { elements, isOwn: true };
}
