import type { CudaGrid, CudaLaunchProgram, KernelContext, ScratchBytes } from '@spmv/core';
import { checkCountable, cudaArguments } from '@spmv/kernel-kit';
import type { GatherParams, SpmmOperands } from './cuda-operands.ts';
import { checkRows, operandsOf, spmmModules } from './cuda-operands.ts';

/** The launch of one kernel, as far as it differs from the others. */
interface GatherLaunch {
  /** Stem of its module. */
  readonly module: string;
  /** Without its precision. */
  readonly entryPoint: string;
  readonly grid: CudaGrid;
  readonly blockSize: number;
  /** Default 0. */
  readonly sharedBytes?: number;
  /** Before X and Y, and after their steps. */
  readonly arrays: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly scratch?: ScratchBytes;
}

/** One launch whose lanes gather rows of X, after that which copies X where it is copied. Errors: `KERNEL.REFUSED`. */
export function gatherProgram(
  id: string,
  context: KernelContext,
  params: GatherParams,
  launchOf: (operands: SpmmOperands) => GatherLaunch,
): CudaLaunchProgram {
  checkCountable(id, context);
  checkRows(id, context);
  const operands = operandsOf(context, params);
  const { module, entryPoint, grid, blockSize, sharedBytes = 0, arrays, numbers, scratch } = launchOf(operands);
  return {
    kind: 'launches',
    modules: spmmModules(context, module),
    launches: [
      ...operands.before,
      {
        entryPoint: `${entryPoint}_${context.precision.precision}`,
        grid,
        block: [blockSize, 1, 1],
        sharedBytes,
        arguments: {
          ...cudaArguments([...arrays, `x = ${operands.x}`, 'y = Y', 'alpha', 'beta']),
          ...operands.steps,
          ...cudaArguments([], numbers),
        },
      },
    ],
    scratch: { ...operands.scratch, ...scratch },
  };
}
