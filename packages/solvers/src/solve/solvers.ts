import type { DirectId, MethodId, Solver } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';

function direct<Id extends DirectId>(id: Id): { readonly id: Id; readonly preconditioner: 'none' } {
  return { id, preconditioner: 'none' };
}

const DIRECT = {
  direct: direct('direct'),
  cholesky: direct('cholesky'),
  ldlt: direct('ldlt'),
  lu: direct('lu'),
};

/** Whether a method factors the matrix. */
export function isDirect(id: MethodId): id is DirectId {
  return Object.hasOwn(DIRECT, id);
}

/** Methods by name, iterative ones and direct ones. */
export const SOLVERS: Readonly<Record<MethodId, Solver>> = { ...METHODS, ...DIRECT };
