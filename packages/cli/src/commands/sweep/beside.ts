import type { Operand, Operation, Params, Sizes } from '@spmv/core';
import { operationOptions } from '@spmv/core';

/** How another operation does the work of one: for each of its products, or for several where it takes fewer vectors. */
export interface Beside {
  readonly operation: Operation;
  readonly options: Params;
  /** Its dense operand that the stored matrix is; absent where it stores the matrix, too. */
  readonly matrix?: string;
  /** Its own sizes where those of the first operation are these, and what they do not give is 1. */
  sizesAt(own: Sizes): Sizes;
  /** How many of its products are as much as one. */
  productsAt(own: Sizes): number;
}

/** What stands for one row or column. */
const ONE = '1';

function shapeOf(operand: Operand): readonly [string, string] {
  if (operand.role === 'matrix') return ['rows', 'cols'];
  if (operand.role === 'dense') return [operand.rows, operand.cols];
  return [operand.role === 'vector' ? operand.length : ONE, ONE];
}

function isWritten(operand: Operand): boolean {
  return operand.role !== 'matrix' && operand.role !== 'scalar' && operand.access !== 'read';
}

/**
 * How `other` computes what an operation with a stored matrix does, or `undefined` where it does not: its operands have to be the same in number
 * and direction, and of the same shapes. What is dense in place of the stored matrix is that matrix with its zeros, and where it has a vector for
 * several of them it is repeated.
 */
export function besideOf(own: Operation, options: Params, other: Operation): Beside | undefined {
  const shared = Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(other.options, name)));
  const theirOptions = operationOptions(other, shared);
  const inMemory = ({ operands }: Operation, chosen: Params): readonly Operand[] =>
    operands(chosen).filter(({ role }) => role !== 'scalar');
  const [ours, theirs] = [inMemory(own, options), inMemory(other, theirOptions)];
  if (other.id === own.id || ours.length !== theirs.length) return undefined;
  const names = new Map([[ONE, ONE]]);
  if (theirs.some(({ role }) => role === 'matrix')) for (const name of ['rows', 'cols']) names.set(name, name);
  let repeated: string | undefined;
  let matrix: string | undefined;
  for (const [o, mine] of ours.entries()) {
    const one = theirs[o] as Operand;
    if (isWritten(mine) !== isWritten(one)) return undefined;
    if (mine.role === 'matrix' && one.role === 'dense') matrix = one.name;
    const [shape, theirShape] = [shapeOf(mine), shapeOf(one)];
    for (const d of [0, 1] as const) {
      const [name, theirName] = [shape[d], theirShape[d]];
      if (theirName === ONE && name !== ONE && Object.hasOwn(own.sizes, name) && (repeated ?? name) === name) {
        repeated = name;
        continue;
      }
      if ((names.get(theirName) ?? name) !== name) return undefined;
      names.set(theirName, name);
    }
  }
  return {
    operation: other,
    options: theirOptions,
    ...(matrix === undefined ? {} : { matrix }),
    sizesAt: (sizes) =>
      Object.fromEntries(
        Object.keys(other.sizes).flatMap((name): (readonly [string, number])[] => {
          const from = names.get(name) ?? ONE;
          if (from === 'rows' || from === 'cols') return [];
          return [[name, from === ONE ? 1 : (sizes[from] ?? 1)]];
        }),
      ),
    productsAt: (sizes) => (repeated === undefined ? 1 : (sizes[repeated] ?? 1)),
  };
}
