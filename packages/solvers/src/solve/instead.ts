import type { MethodId } from '../methods/method.ts';
import { SOLVERS } from './solvers.ts';

/** Methods to use in the place of one that had a preconditioner, as advice names them: where one does not take that one, or only a definite one, it is named without. */
export function insteadText(methods: readonly MethodId[], preconditioner: string): string {
  const mayKeep = (id: MethodId): boolean =>
    preconditioner === 'none' || (SOLVERS[id].preconditioner === 'any' && preconditioner !== 'ic0');
  return methods.map((id) => (mayKeep(id) ? `'${id}'` : `'${id}' with M: 'none'`)).join(' or ');
}
