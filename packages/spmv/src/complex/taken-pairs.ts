import type { ValueArray, ValueType } from '@spmv/core';
import { shown, SpmvError } from '@spmv/core';
import type { VectorLike } from '../choice.ts';
import { takenNumbers } from '../numbers.ts';

function refusedType(what: string, fix: string): SpmvError {
  return new SpmvError('OPERAND.TYPE', `${what}, and pairs of numbers are needed.`, { fix });
}

/** A copy of so many pairs. Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.MEMORY`. */
export function takenPairs(name: string, given: VectorLike, host: ValueType, pairs: number): ValueArray {
  const matrix = given as unknown;
  if (typeof matrix === 'object' && matrix !== null && 'nnz' in matrix && 'entries' in matrix)
    throw refusedType(
      `${name} is a matrix`,
      'Only real matrices are multiplied by one another, so that parts can be: R = await openMatrix(A.real()), then R.multiply(await openMatrix(B.real(), { shareBackendsWith: R })).',
    );
  if (Array.isArray(given) && typeof given[0] === 'object')
    throw refusedType(
      `${name}[0] is ${shown(given[0])}`,
      'Give all pairs of a vector in one array, [real, imaginary, real, imaginary, …], and one vector at a time.',
    );
  const numbers = takenNumbers(name, given, host);
  if (numbers.length === 2 * pairs) return numbers;
  throw new SpmvError(
    'OPERAND.LENGTH',
    `${name} has ${numbers.length} numbers, and ${2 * pairs} are needed: ${pairs} pairs, one after the other.`,
    {
      fix: `Give ${name} as [real, imaginary, real, imaginary, …]; a real number is a pair with 0.`,
      details: { name, length: numbers.length, wanted: 2 * pairs },
    },
  );
}
