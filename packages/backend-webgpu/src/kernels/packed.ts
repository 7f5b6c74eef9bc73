import type { GpuSource, SpmvContext, SpmvKernel } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import type { Sizes } from './launch.ts';
import { blockAxis, read, sizesAxis, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import { analysePacked } from './packed-analysis.ts';
import { joinSource, partDispatches } from './parts.ts';
import type { Reduction } from './reduction.ts';
import {
  reductionAxis,
  reductionExtensions,
  reductionObstacle,
  reductionSource,
  suggestReduction,
} from './reduction.ts';
import { file } from './sources.ts';

export interface PackedKernelParams {
  readonly [name: string]: number | string;
  readonly block: number;
  readonly flight: number;
  readonly reduction: Reduction;
  readonly sizes: Sizes;
}

/** Lanes of a slice: the format's, whatever the device's subgroups. */
const LANES = 32;

function workgroupBytes({ block, reduction }: PackedKernelParams, context: SpmvContext): number {
  return reduction === 'workgroup' ? block * sumBytes(context) : 0;
}

function sizesSource(sizes: Sizes): GpuSource {
  return sizes === 'constant'
    ? file(new URL('../../src/kernels/packed-sizes-constant.wgsl', import.meta.url))
    : file(new URL('../../src/kernels/packed-sizes-uniform.wgsl', import.meta.url));
}

/** More in flight hides more latency where lanes have so many entries; shorter ones pay for the registers alone. */
function suggestFlight({ matrix }: SpmvContext): number {
  const slots = matrix.scalars['slots'] as number;
  const slices = Math.max(1, matrix.scalars['sliceCount'] as number);
  return slots / slices > 6 * LANES ? 16 : 8;
}

/** Packed slices, 32 threads a slice: one to four bytes a column are moved instead of four, and no slice is long whatever the rows. */
export const packed: SpmvKernel<'wgsl', PackedKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/packed',
  operation: 'spmv',
  target: 'wgsl',
  format: 'packed',
  title: 'Packed slices, 32 threads a slice',
  sources: [],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: {
      block: blockAxis(128),
      flight: { values: [4, 8, 16], default: 8, doc: 'Entries that a thread loads before it waits for the first.' },
      reduction: reductionAxis,
      sizes: sizesAxis,
    },
    suggest: (context) => ({
      block: suggestBlock(context.device, 128),
      flight: suggestFlight(context),
      reduction: suggestReduction(context, LANES),
    }),
    reject: (params, context) =>
      reductionObstacle(params.reduction, context, LANES) ??
      workgroupObstacle(context.device, params.block, workgroupBytes(params, context)),
  },
  analyse: ({ arrays }) => analysePacked(arrays),
  program: (context, { block, flight, reduction, sizes }) => {
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'] as number;
    return {
      source: [
        reductionSource(reduction),
        joinSource,
        sizesSource(sizes),
        file(new URL('../../src/kernels/packed.wgsl', import.meta.url)),
      ],
      arithmetic: true,
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'packed',
          bindings: [
            read('matrix.slices'),
            read('matrix.segments'),
            read('matrix.columns'),
            read('matrix.columns'),
            read('matrix.values'),
            read('x'),
            write('y'),
            write('auxiliary.parts'),
          ],
          constants: { block, flight, ...(sizes === 'constant' ? { sliceCount: slices } : {}) },
          ...(sizes === 'constant' ? {} : { numbers: [slices] }),
          groups: Math.ceil((slices * LANES) / block),
        },
        ...partDispatches(block, context),
      ],
    };
  },
};
