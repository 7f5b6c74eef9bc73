import type { CudaArgument, KernelContext, Params, ParamSpace } from '@spmv/core';
import type { VectorPass } from '@spmv/kernel-kit';
import { checkCountable, cudaBlockSizeAxis, cudaModules, FORMS, valueBytes } from '@spmv/kernel-kit';
import { launchOf } from './launches.ts';
import type { VectorKernels } from './variants.ts';
import { everyVariant, sumsAsStored } from './variants.ts';

/** Threads of the block that adds up those of all others. */
const TOTAL_THREADS = 1024;
/** Bytes of each vector that a thread has in flight: `kPacksAtOnce` of pass.cu times 16. */
const BYTES_AT_ONCE = 32;
/** Blocks of a pass at most: so many that a device holds them in dozens of turns, the last of which leaves little of it idle, and so few that their sums are added up in no time. */
const MOST_BLOCKS = 2 ** 14;
const NONE: CudaArgument = { i64: 0 };

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

/** What an entry point takes: operands by what they are to the pass, numbers of its factors, and those of the host. */
function argumentsOf(pass: VectorPass): readonly CudaArgument[] {
  const { first, weights, second, moved, into, other, squares, sums, by, share, step } = pass;
  const numbers = [by, share, step].flatMap((factor): readonly (string | undefined)[] => [factor?.of, factor?.over]);
  const kept = sums.length > 0 ? 'scratch.sums' : undefined;
  return [
    ...[first, weights ?? squares, second, moved, into, other, kept, ...numbers].map((name) => name ?? NONE),
    ...[by, share].flatMap((factor) => (typeof factor?.times === 'string' ? [factor.times] : [])),
  ];
}

/** CUDA: 16 bytes of each vector at a time; sums by a tree, those of all blocks by a second launch. */
export const cudaKernels: VectorKernels<'cuda', CudaVectorParams, Record<never, never>> = everyVariant(
  'cuda',
  (pass) => ({
    title: '16 bytes of each vector at a time',
    precisions: sumsAsStored('cuda'),
    params,
    program(context, { blockSize }) {
      const { operation, options, sums } = pass;
      const n = context.sizes['n'] as number;
      checkCountable(`cuda/${operation}`, context, { n });
      const { precision } = context.precision;
      const blocks = blocksOf(context, blockSize);
      const entryPoint = [operation, ...Object.values(options), precision].join('_').replace('-', '_');
      const first = launchOf(entryPoint, [...argumentsOf(pass), { i32: n }], blocks, blockSize);
      const modules = cudaModules(import.meta.url, 'pass');
      if (sums.length === 0) return { kind: 'launches', modules, launches: [first] };
      const total = `total${sums.length > 1 ? '_both' : ''}_${precision}`;
      return {
        kind: 'launches',
        modules,
        launches: [first, launchOf(total, ['scratch.sums', ...sums, { i32: blocks }], 1, TOTAL_THREADS)],
        scratch: { sums: blocks * sums.length * valueBytes(context) },
      };
    },
  }),
  (form) => ({
    title: 'One thread',
    // IEEE arithmetic without a sum: nothing depends on the device.
    reproducibility: 'bitwise',
    precisions: sumsAsStored('cuda'),
    params: { axes: {} },
    program: (context) => ({
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'scalar'),
      launches: [
        launchOf(`scalar_${form}_${context.precision.precision}`, [...FORMS[form].inputs, 's', ...FORMS[form].scalars]),
      ],
    }),
  }),
);
