import type { MethodId } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';
import type { Solver } from './describe.ts';

/** A method by its name, iterative or direct. */
export function solverOf(id: MethodId): Solver {
  return id === 'lu' ? { id, preconditioner: 'none' } : METHODS[id];
}
