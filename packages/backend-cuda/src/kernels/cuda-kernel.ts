import type {
  Citation,
  CudaArgument,
  CudaGrid,
  CudaLaunchProgram,
  NamedArrays,
  Params,
  ParamSpace,
  SpmvContext,
  SpmvKernel,
  StoredMatrix,
} from '@spmv/core';
import { SUMS_AS_STORED } from '@spmv/core';
import { builtInModules } from './built-in-modules.ts';
import { checkCountable } from './countable.ts';

/** What differs between the kernels of this package. */
export interface CudaKernelParts<P extends Params> {
  /** Id without `cuda/`; also the stem of the .cu file unless `stem` says otherwise. */
  readonly name: string;
  readonly stem?: string;
  readonly format: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  readonly params: ParamSpace<SpmvContext, P>;
  analyse?(matrix: StoredMatrix, context: SpmvContext, params: P): NamedArrays;
  /** The launch, or several one after another; every `entryPoint` gets `_f64` or `_f32` appended. */
  launch(context: SpmvContext, params: P): KernelLaunch | KernelLaunches;
}

/** One launch of a kernel and, where it is the only one, the scratch memory. */
export interface KernelLaunch {
  readonly entryPoint: string;
  readonly grid: CudaGrid;
  readonly block: readonly [number, number, number];
  readonly sharedBytes?: number;
  readonly arguments: readonly CudaArgument[];
  readonly scratch?: CudaLaunchProgram['scratch'];
}

/** Launches one after another, and the scratch memory they share. */
export interface KernelLaunches {
  readonly launches: readonly Omit<KernelLaunch, 'scratch'>[];
  readonly scratch?: CudaLaunchProgram['scratch'];
}

/** Bytes of one value in this context. */
export function valueBytes(context: SpmvContext): number {
  return context.precision.precision === 'f32' ? 4 : 8;
}

function withoutScratch({ scratch: _scratch, ...launch }: KernelLaunch): Omit<KernelLaunch, 'scratch'> {
  return launch;
}

/** A kernel of this package: one launch unless it says otherwise, sums in the precision of the values, the same bits for the same parameters. */
export function cudaKernel<P extends Params>(parts: CudaKernelParts<P>): SpmvKernel<'cuda', P> {
  const modules = builtInModules(parts.stem ?? parts.name);
  return {
    kind: 'kernel',
    id: `cuda/${parts.name}`,
    operation: 'spmv',
    target: 'cuda',
    format: parts.format,
    title: parts.title,
    sources: parts.sources,
    precisions: SUMS_AS_STORED,
    reproducibility: 'run-to-run',
    requires: [],
    params: parts.params,
    ...(parts.analyse ? { analyse: parts.analyse } : {}),
    program(context, params) {
      checkCountable(`cuda/${parts.name}`, context);
      const made = parts.launch(context, params);
      const { launches, scratch } =
        'launches' in made ? made : { launches: [withoutScratch(made)], scratch: made.scratch };
      return {
        kind: 'launches',
        modules,
        launches: launches.map(({ entryPoint, sharedBytes = 0, ...launch }) => ({
          ...launch,
          sharedBytes,
          entryPoint: `${entryPoint}_${context.precision.precision}`,
        })),
        ...(scratch ? { scratch } : {}),
      };
    },
  };
}
