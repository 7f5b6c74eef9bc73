import { bicgstab } from './bicgstab.ts';
import { cg } from './cg.ts';
import { gmres } from './gmres.ts';
import { lsqr } from './lsqr.ts';
import type { Method, MethodId } from './method.ts';
import { minres } from './minres.ts';

/** The methods for Ax = b. */
export const METHODS: Readonly<Record<MethodId, Method>> = { cg, bicgstab, gmres, minres, lsqr };
