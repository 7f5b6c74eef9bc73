import type { OptionRules } from '@spmv/core';
import { countOption, functionOption, nameOption, numberOption, signalOption } from '@spmv/core';
import { LU_RULES } from '../lu/factor.ts';
import type { LuOptions } from '../lu/factor.ts';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';
import type { FactorMethod } from './factors.ts';

/** How a matrix is factored. */
export interface FactorOptions extends LuOptions {
  /** Default `direct`: LLᵀ where the matrix is symmetric with a positive diagonal, LDLᵀ where it is symmetric and that fails, LU else. */
  readonly method?: FactorMethod | 'direct';
  /** Multiplications that may be expected after the analysis. Default: any number. */
  readonly mostProducts?: number;
  /** What computes LLᵀ, as `nativeFronts` makes it. Default: compiled code, where `@spmv/kernels-native` is installed and A has 2,000 entries; of `factorAndSolve` JavaScript. */
  readonly fronts?: FrontKernel;
  /** Threads that LLᵀ by compiled code may take; the bits are those of one. Default: as many as run at the same time here, where they pay. */
  readonly threads?: number;
  /** Ends it within some milliseconds. */
  readonly signal?: AbortSignal;
}

export const FACTOR_RULES: OptionRules<FactorOptions> = {
  ...LU_RULES,
  method: nameOption(['direct', 'cholesky', 'ldlt', 'lu']),
  mostProducts: numberOption(0),
  fronts: functionOption,
  threads: countOption(1),
  signal: signalOption,
};
