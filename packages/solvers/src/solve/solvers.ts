import type { MethodId, Solver } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';

/** Methods by name, iterative ones and the direct one. */
export const SOLVERS: Readonly<Record<MethodId, Solver>> = { ...METHODS, lu: { id: 'lu', preconditioner: 'none' } };
