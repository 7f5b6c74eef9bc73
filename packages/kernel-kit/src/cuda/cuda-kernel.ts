import type {
  CudaGrid,
  CudaLaunch,
  CudaLaunchProgram,
  CudaModule,
  Params,
  KernelContext,
  Kernel,
  KernelPrecision,
} from '@spmv/core';
import type { KernelParts } from '../kernel-parts.ts';
import { describe, like } from '../kernel-parts.ts';
import type { ArrayName } from '../operands.ts';
import { namedBuffer } from '../operands.ts';
import { precisionsOf } from '../precisions.ts';
import { cudaArguments } from './cuda-arguments.ts';
import { forNumbers } from './cuda-modules.ts';
import { checkCountable } from './countable.ts';

/** What an author declares for a kernel in CUDA C++. */
export interface CudaKernelParts<P extends Params> extends KernelParts<P> {
  /** See `cudaModules`; where they depend on parameters, a function of these. */
  readonly modules: readonly CudaModule[] | ((params: P) => readonly CudaModule[]);
  /** The kernel counts rows and the entries of each row, but not all entries of the matrix: there may be any number of them. */
  readonly anyEntries?: boolean;
  /** The launch, or several one after another. */
  launch(context: KernelContext, params: P): CudaKernelLaunch | CudaKernelLaunches;
}

/** One launch: a kernel that is given pointers to `arrays`, x and y, then alpha, beta, and `numbers` as int, each by the name of its parameter. */
export interface CudaKernelLaunch {
  /** Name of the kernel without its precision: `csr` for `csr_f64` and `csr_f32`, `csr_f64_f32` with values of f32 in products of f64, and `csr_conjugated_c128` where it reads the values of a matrix that is conjugated. */
  readonly entryPoint: string;
  readonly grid: CudaGrid;
  readonly block: readonly [number, number, number];
  /** Bytes of dynamic shared memory. Default 0. */
  readonly sharedBytes?: number;
  readonly arrays: readonly ArrayName[];
  readonly numbers?: Readonly<Record<string, number>>;
  /** Which of x, y (with alpha and beta) the kernel is given. Default both; the passes of a product may each need one. */
  readonly operands?: 'x' | 'y' | 'both';
  /** Bytes of scratch memory by name; zeroed once, when the operator is prepared. */
  readonly scratch?: CudaLaunchProgram['scratch'];
}

/** Launches one after another, and the scratch memory they share. */
export interface CudaKernelLaunches {
  readonly launches: readonly CudaKernelLaunch[];
  readonly scratch?: CudaLaunchProgram['scratch'];
}

/** Precisions of kernels whose sums have the type of their values. */
const SUMS_AS_STORED = precisionsOf('cuda').filter(({ precision, accumulator }) => accumulator === precision);

const OPERANDS: Readonly<Record<'x' | 'y' | 'both', readonly string[]>> = {
  x: ['x'],
  y: ['y', 'alpha', 'beta'],
  both: ['x', 'y', 'alpha', 'beta'],
};

function precisionName({ precision, stored = precision }: KernelPrecision): string {
  return stored === precision ? precision : `${precision}_${stored}`;
}

function launchOf(
  { entryPoint, grid, block, sharedBytes = 0, arrays, numbers, operands = 'both' }: CudaKernelLaunch,
  { precision }: KernelContext,
  isConjugated: boolean,
): CudaLaunch {
  const conjugated = isConjugated && arrays.includes('values') ? 'conjugated_' : '';
  return {
    entryPoint: `${entryPoint}_${conjugated}${precisionName(precision)}`,
    grid,
    block,
    sharedBytes,
    arguments: cudaArguments([...arrays.map(namedBuffer), ...OPERANDS[operands]], numbers),
  };
}

/** What is counted when entries are not counted: rows and columns. */
function withoutEntries(context: KernelContext): KernelContext {
  return { ...context, matrix: { ...context.matrix, nnz: 0, lengths: {} } };
}

/**
 * A kernel in CUDA C++: sums in the type of the values (`precisionsOf('cuda')` has those of bf16 in f32 too) and the same bits for the same parameters unless the parts say otherwise.
 * Refuses matrices that its 32-bit integers cannot count.
 */
export function cudaKernel<P extends Params = Record<never, never>>(parts: CudaKernelParts<P>): Kernel<'cuda', P> {
  const { modules, precisions = SUMS_AS_STORED, options } = parts;
  return {
    ...describe('cuda', like(parts, { precisions })),
    program(context, params) {
      checkCountable(parts.id, parts.anyEntries ? withoutEntries(context) : context);
      const made = parts.launch(context, params);
      const launches = 'launches' in made ? made.launches : [made];
      const found = typeof modules === 'function' ? modules(params) : modules;
      return {
        kind: 'launches',
        modules: forNumbers(context, found),
        launches: launches.map((launch) => launchOf(launch, context, options?.['transpose'] === 'conjugate')),
        ...(made.scratch ? { scratch: made.scratch } : {}),
      };
    },
  };
}
