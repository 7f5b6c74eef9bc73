import type { GivenOperands, LoadedDense } from '@spmv/engine';
import type { Operand, Operation, Params, Sizes } from '@spmv/core';
import { suggestNames } from '@spmv/core';
import { inputError, usageError } from '../cli-error.ts';

/** A size that something given has. */
interface Found {
  readonly value: number;
  /** For messages: `A from a.mtx has 512 rows`. */
  readonly because: string;
}

/** Operands whose contents may be given: those in memory. Errors: usage for a name that is none. */
export function checkOperandNames(operation: Operation, options: Params, names: readonly string[]): void {
  const buffers = operation.operands(options).filter(({ role }) => role !== 'matrix' && role !== 'scalar');
  const known = buffers.map(({ name }) => name);
  const astray = names.find((name) => !known.includes(name));
  if (astray === undefined) return;
  throw usageError(
    `Operation '${operation.id}' has no operand '${astray}' to be given: ${operation.formula}.`,
    suggestNames(astray, known),
  );
}

/** The sizes that one operand has, by name. Errors: bad input for a vector that is none. */
function sizesOfOperand(operand: Operand, { source, rows, cols }: LoadedDense): readonly (readonly [string, Found])[] {
  const what = `${operand.name} from ${source} has`;
  if (operand.role === 'dense')
    return [
      [operand.rows, { value: rows, because: `${what} ${rows} rows` }],
      [operand.cols, { value: cols, because: `${what} ${cols} columns` }],
    ];
  if (rows !== 1 && cols !== 1)
    throw inputError(
      `${operand.name} is a vector, and ${source} has ${rows} rows and ${cols} columns.`,
      'Give a matrix of one column or one row.',
    );
  const value = rows * cols;
  return operand.role === 'vector' ? [[operand.length, { value, because: `${what} ${value} elements` }]] : [];
}

/**
 * The sizes of the operation's own that were asked for, and those of what is given. Errors: bad input where two disagree, with both numbers.
 *
 * `matrix`: the sizes of the stored matrix, where there is one.
 */
export function sizesWith(
  operation: Operation,
  options: Params,
  { asked, matrix, given }: { readonly asked: Sizes; readonly matrix: Sizes; readonly given: GivenOperands },
): Sizes {
  const found = new Map<string, Found>([
    ...Object.entries(matrix).map(([name, value]): [string, Found] => [
      name,
      { value, because: `the matrix has ${name} = ${value}` },
    ]),
    ...Object.entries(asked).map(([name, value]): [string, Found] => [
      name,
      { value, because: `--size says ${name} = ${value}` },
    ]),
  ]);
  for (const operand of operation.operands(options)) {
    const loaded = given[operand.name];
    if (!loaded) continue;
    for (const [name, one] of sizesOfOperand(operand, loaded)) {
      const other = found.get(name) ?? one;
      if (other.value !== one.value)
        throw inputError(
          `Sizes disagree: ${one.because}, so ${name} is ${one.value}; ${other.because}, so it is ${other.value}.`,
          `Give operands that fit ${operation.formula}; spmv operations says which sizes they share.`,
        );
      found.set(name, other);
    }
  }
  const own = [...found].filter(([name]) => Object.hasOwn(operation.sizes, name));
  return Object.fromEntries(own.map(([name, { value }]) => [name, value]));
}
