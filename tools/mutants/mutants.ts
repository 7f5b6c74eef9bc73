// Every mutant. Many are visible only where several circumstances meet.
import { complexMutants } from './complex-mutants.ts';
import { cpuMutants } from './cpu-mutants.ts';
import type { Mutant } from './mutant.ts';
import { otherMutants } from './other-mutants.ts';
import { productMutants } from './product-mutants.ts';
import { threadMutants } from './thread-mutants.ts';

export const mutants: readonly Mutant[] = [
  ...productMutants,
  ...complexMutants,
  ...cpuMutants,
  ...threadMutants,
  ...otherMutants,
];
