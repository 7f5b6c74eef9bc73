import { bicgstab } from './bicgstab.ts';
import { cg } from './cg.ts';
import { gmres } from './gmres.ts';
import { lsqr } from './lsqr.ts';
import type { IterativeId, Method } from './method.ts';
import { minres } from './minres.ts';

/** The methods for Ax = b that iterate. */
export const METHODS: Readonly<Record<IterativeId, Method>> = { cg, bicgstab, gmres, minres, lsqr };
