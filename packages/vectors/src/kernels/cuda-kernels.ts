import type { CudaArgument, CudaLaunch, KernelContext, Params, ParamSpace } from '@spmv/core';
import { checkCountable, cudaBlockSizeAxis, cudaModules, precisionsOf, valueBytes } from '@spmv/kernel-kit';
import type { Ending } from '../endings.ts';
import { sumsOf } from '../endings.ts';
import { FORM_OPERANDS } from '../forms.ts';
import type { Residual } from '../residual.ts';
import type { VectorKernels, VectorOperation } from './variants.ts';
import { everyVariant } from './variants.ts';

/** Precisions in which sums have the type of the values. */
const SUMS_AS_STORED = precisionsOf('cuda').filter(({ precision, accumulator }) => accumulator === precision);
/** Threads of the block that adds up those of all others. */
const TOTAL_THREADS = 1024;
/** Bytes of each vector that a thread has in flight: `kPacksAtOnce` of sweep.cuh times 16. */
const BYTES_AT_ONCE = 32;
/** Blocks of a pass at most: so many that a device holds them in dozens of turns, the last of which leaves little of it idle, and so few that their sums are added up in no time. */
const MOST_BLOCKS = 2 ** 14;

/** The parameters of kernels that pass over vectors. */
export interface CudaVectorParams extends Params {
  readonly blockSize: number;
}

const params: ParamSpace<KernelContext, CudaVectorParams> = { axes: { blockSize: cudaBlockSizeAxis } };

/** Blocks of a pass: each thread has one step to do, more of them in long vectors. */
function blocksOf(context: KernelContext, blockSize: number): number {
  const perBlock = (blockSize * BYTES_AT_ONCE) / valueBytes(context);
  return Math.max(1, Math.min(MOST_BLOCKS, Math.ceil((context.sizes['n'] as number) / perBlock)));
}

/** Vectors and sums of each operation, and its numbers of the host, in the order of its entry points. */
function argumentsOf(operation: VectorOperation, ending: Ending, residual: Residual): readonly CudaArgument[] {
  const sums = sumsOf(ending);
  const z = sums.includes('s') ? ['z'] : [];
  const kept = sums.length > 0 ? ['scratch.sums'] : [];
  const d = residual === 'scaled' ? ['d'] : [];
  switch (operation) {
    case 'linear':
      return ['x', 'a', 'y', 'b', ...z, ...kept, 'alpha', 'beta'];
    case 'advance':
      return ['p', 'a', 'x', 'r', 'b'];
    case 'descend':
      return ['q', 'a', 'c', 'r', ...d, ...kept];
    case 'conjugate':
      return ['p', 'a', 'c', 'b', 'x', 'r', ...d];
    case 'hadamard':
      return ['d', 'x', 'y', ...kept];
    default:
      return ['x', ...z, ...kept];
  }
}

/** What the name of an entry point has besides operation and precision. */
function variantOf(operation: VectorOperation, ending: Ending, residual: Residual): readonly string[] {
  if (operation === 'advance') return [];
  return [operation === 'descend' || operation === 'conjugate' ? residual : ending.replace('-', '_')];
}

/** The launch that adds up what `blocks` blocks left. */
function totalLaunch(ending: Ending, blocks: number, precision: string): CudaLaunch {
  const sums = sumsOf(ending);
  return {
    entryPoint: `total${sums.length > 1 ? '_both' : ''}_${precision}`,
    grid: [1, 1, 1],
    block: [TOTAL_THREADS, 1, 1],
    sharedBytes: 0,
    arguments: ['scratch.sums', ...sums, { i32: blocks }],
  };
}

/** CUDA: 16 bytes of each vector at a time; sums by a tree, those of all blocks by a second launch. */
export const cudaKernels: VectorKernels<'cuda', CudaVectorParams, Record<never, never>> = everyVariant(
  'cuda',
  (operation, ending, residual) => ({
    title: '16 bytes of each vector at a time',
    precisions: SUMS_AS_STORED,
    params,
    program(context, { blockSize }) {
      const n = context.sizes['n'] as number;
      checkCountable(`cuda/${operation}`, context, { n });
      const { precision } = context.precision;
      const blocks = blocksOf(context, blockSize);
      const sums = sumsOf(ending).length;
      const pass: CudaLaunch = {
        entryPoint: [operation, ...variantOf(operation, ending, residual), precision].join('_'),
        grid: [blocks, 1, 1],
        block: [blockSize, 1, 1],
        sharedBytes: 0,
        arguments: [...argumentsOf(operation, ending, residual), { i32: n }],
      };
      const modules = cudaModules(import.meta.url, operation);
      if (sums === 0) return { kind: 'launches', modules, launches: [pass] };
      return {
        kind: 'launches',
        modules,
        launches: [pass, totalLaunch(ending, blocks, precision)],
        scratch: { sums: blocks * sums * valueBytes(context) },
      };
    },
  }),
  (form) => ({
    title: 'One thread',
    // IEEE arithmetic without a sum: nothing depends on the device.
    reproducibility: 'bitwise',
    precisions: SUMS_AS_STORED,
    params: { axes: {} },
    program: (context) => ({
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'scalar'),
      launches: [
        {
          entryPoint: `scalar_${form}_${context.precision.precision}`,
          grid: [1, 1, 1],
          block: [1, 1, 1],
          sharedBytes: 0,
          arguments: [...FORM_OPERANDS[form].inputs, 's', ...FORM_OPERANDS[form].scalars],
        },
      ],
    }),
  }),
);
