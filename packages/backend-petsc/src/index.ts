export { petsc, petscBackend } from './descriptor.ts';
export type { PetscExchange } from './exchange.ts';
export { petscExchange } from './exchange.ts';
export type { PetscOptions } from './options.ts';
export type { PetscProgram } from './petsc-program.ts';
export { default as plugin } from './plugin.ts';
export type { PetscSolution, PetscSolveOptions } from './solve.ts';
export { petscSolve } from './solve.ts';
