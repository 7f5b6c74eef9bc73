import type { CudaArgument, KernelContext, Params, ParamSpace } from '@spmv/core';
import type { CudaArguments, VectorPass } from '@spmv/kernel-kit';
import {
  checkCountable,
  cudaArguments,
  cudaBlockSizeAxis,
  FORMS,
  numberModules,
  sumsAsStored,
  valueBytes,
} from '@spmv/kernel-kit';
import { launchOf } from './launches.ts';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

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
  return Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(context.sizes['n'] / perBlock)));
}

/** What an entry point takes: operands by what they are to the pass, numbers of its factors, and those of the host. */
function argumentsOf(pass: VectorPass, n: number): CudaArguments {
  const { first, weights = pass.squares, second, moved, into, other, by, share, step } = pass;
  const sums = pass.sums.length > 0 ? 'scratch.sums' : undefined;
  const operands = { first, weights, second, moved, into, other, sums };
  const factors = Object.entries({ by, share, step }).flatMap(
    ([name, factor]): readonly (readonly [string, string | undefined])[] => [
      [name, factor?.of],
      [`${name}Over`, factor?.over],
    ],
  );
  const scalars = [by, share].flatMap((factor) => (typeof factor?.times === 'string' ? [factor.times] : []));
  return {
    ...Object.fromEntries([...Object.entries(operands), ...factors].map(([name, operand]) => [name, operand ?? NONE])),
    ...cudaArguments(scalars, { n }),
  };
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
      const n = context.sizes['n'];
      checkCountable(`cuda/${operation}`, context, { n });
      const { precision } = context.precision;
      const blocks = blocksOf(context, blockSize);
      const entryPoint = [operation, ...Object.values(options), precision].join('_').replace('-', '_');
      const first = launchOf(entryPoint, argumentsOf(pass, n), blocks, blockSize);
      const modules = numberModules(context, import.meta.url, 'pass');
      if (sums.length === 0) return { kind: 'launches', modules, launches: [first] };
      const total = `total${sums.length > 1 ? '_both' : ''}_${precision}`;
      return {
        kind: 'launches',
        modules,
        launches: [
          first,
          launchOf(
            total,
            cudaArguments(['scratch.sums', ...sums.map((name, at) => `${'st'[at]} = ${name}`)], { blocks }),
            1,
            TOTAL_THREADS,
          ),
        ],
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
      modules: numberModules(context, import.meta.url, 'scalar'),
      launches: [
        launchOf(
          `scalar_${form}_${context.precision.precision}`,
          cudaArguments([...FORMS[form].inputs, 's', ...FORMS[form].scalars]),
        ),
      ],
    }),
  }),
);
