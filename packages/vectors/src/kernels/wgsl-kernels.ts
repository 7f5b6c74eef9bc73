import type { WorkgroupParams } from '@spmv/kernel-kit';
import {
  boundTexts,
  sumBytes,
  sumsAsStored,
  totalDispatches,
  workgroupObstacle,
  workgroupParams,
} from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';
import { passText, scalarText } from './wgsl-texts.ts';

/** Workgroups at most: each has sums of its own. Far fewer than make the backend fold them into two dimensions. */
const MOST_GROUPS = 2 ** 14;

/** WGSL: four elements of each vector at a time; sums of a workgroup by a tree, those of all by a second dispatch. */
export const wgslKernels: VectorKernels<'wgsl', WorkgroupParams, Record<never, never>> = everyVariant(
  'wgsl',
  (pass) => ({
    title: 'Four elements of each vector at a time',
    precisions: sumsAsStored('wgsl'),
    params: {
      ...workgroupParams,
      reject: ({ blockSize }, context) =>
        workgroupObstacle(context.device, blockSize, pass.sums.length === 0 ? 0 : blockSize * sumBytes(context)),
    },
    program: (context, { blockSize }) => {
      const n = context.sizes['n'];
      const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(n / 4 / blockSize)));
      const { sums } = pass;
      const { buffers, words, texts } = passText(pass, context.precision.precision);
      const bound = boundTexts(buffers, words, texts);
      return {
        source: bound.source ?? [],
        arithmetic: true,
        scratch: sums.length === 0 ? {} : { sums: groups * sums.length * sumBytes(context) },
        dispatches: [
          { entryPoint: 'sweep', ...bound, constants: { blockSize }, numbers: [n, groups], groups },
          ...totalDispatches(sums, groups, Math.min(blockSize, 256)),
        ],
      };
    },
  }),
  (form) => ({
    title: 'One thread',
    precisions: sumsAsStored('wgsl'),
    params: { axes: {} },
    program: ({ precision: { precision } }) => {
      const { buffers, words, texts } = scalarText(form, precision);
      const bound = boundTexts(buffers, words, texts, false);
      return {
        source: bound.source ?? [],
        arithmetic: true,
        dispatches: [{ entryPoint: 'number', ...bound, constants: {}, groups: 1 }],
      };
    },
  }),
);
