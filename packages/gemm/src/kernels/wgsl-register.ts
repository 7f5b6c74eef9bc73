import type { Axis, DenseLayout, Kernel, KernelContext } from '@spmv/core';
import { sumBytes, workgroupObstacle } from '@spmv/kernel-kit';
import type { PanelReading, RegisterShape } from '../wgsl/register-shape.ts';
import { sharedBytes, threadsOf } from '../wgsl/register-shape.ts';
import type { RegisterReading } from '../wgsl/register-text.ts';
import { registerText } from '../wgsl/register-text.ts';
import type { CanonicalProduct } from './canonical.ts';
import { canonicalProduct, tileCount } from './canonical.ts';
import { launchText, productDispatch, wgslGemm } from './wgsl-launch.ts';

/** Whether groups of four neighbours begin at multiples of four. */
function inFours({ leadingDimension, batch, batchStride }: DenseLayout): boolean {
  return leadingDimension % 4 === 0 && (batch === 1 || batchStride % 4 === 0);
}

function readingOf(context: KernelContext, { left, right, out, n }: CanonicalProduct): RegisterReading {
  const panel = (layout: DenseLayout, lines: DenseLayout['order']): PanelReading => ({
    along: layout.order === lines ? 'lines' : 'terms',
    quads: inFours(layout),
  });
  return {
    left: panel(left, 'column'),
    right: panel(right, 'row'),
    // A part of four at the end of a row is not written as four: what lies behind it is not ours.
    outQuads: inFours(out) && n % 4 === 0,
    wide: sumBytes(context) === 4,
  };
}

/** Tiles from which enough workgroups come to fill a device of this class. */
const FILLING_TILES = 128;

const LARGE: RegisterShape = { tileRows: 128, tileCols: 128, depth: 8, threadRows: 8, threadCols: 8, buffers: 2 };
const MIDDLE: RegisterShape = { tileRows: 64, tileCols: 64, depth: 16, threadRows: 4, threadCols: 4, buffers: 2 };
const SMALL: RegisterShape = { tileRows: 32, tileCols: 32, depth: 8, threadRows: 4, threadCols: 4, buffers: 2 };

function obstacle(shape: RegisterShape, context: KernelContext): string | undefined {
  const { left, right } = readingOf(context, canonicalProduct(context));
  return workgroupObstacle(context.device, threadsOf(shape), sharedBytes(shape, left, right, sumBytes(context)));
}

/** The largest tiles that still make enough workgroups. Emulated barriers and long texts cost software most: it gets the small ones. */
function suggest(context: KernelContext): RegisterShape {
  const product = canonicalProduct(context);
  const fills = ({ tileRows, tileCols }: RegisterShape): boolean =>
    tileCount(product, tileRows, tileCols) >= FILLING_TILES;
  const wanted =
    context.device.kind === 'software'
      ? SMALL
      : sumBytes(context) === 4 && fills(LARGE)
        ? LARGE
        : fills(MIDDLE)
          ? MIDDLE
          : SMALL;
  return obstacle(wanted, context) === undefined ? wanted : { ...wanted, buffers: 1 };
}

const axis = (values: readonly number[], standard: number, doc: string): Axis<number> => ({
  values,
  default: standard,
  doc,
});

/**
 * Register tiles: each thread computes 4 × 4 to 8 × 8 elements, so that a number loaded from workgroup memory takes part in as many
 * products, and each workgroup a tile of up to 128 × 128.
 */
export const wgslRegister: Kernel<'wgsl', RegisterShape> = wgslGemm<RegisterShape>({
  id: 'wgsl/gemm-register',
  title: 'Register tiles, loaded ahead through workgroup memory',
  sources: [],
  params: {
    axes: {
      tileRows: axis([32, 64, 128], 64, 'Rows of the result that a workgroup computes.'),
      tileCols: axis([32, 64, 128], 64, 'Columns of the result that a workgroup computes.'),
      depth: axis([8, 16, 32], 8, 'Terms of the sums that go through workgroup memory at a time.'),
      threadRows: axis([4, 8], 4, 'Rows that a thread computes in registers.'),
      threadCols: axis([4, 8], 4, 'Columns that a thread computes in registers.'),
      buffers: axis(
        [1, 2],
        1,
        'Copies of the tiles in workgroup memory: with two, one is filled while the other is multiplied.',
      ),
    },
    suggest,
    reject: (shape, context) =>
      threadsOf(shape) < 32 ? `A workgroup would have ${threadsOf(shape)} threads.` : obstacle(shape, context),
  },
  program: (context, shape) => {
    const product = canonicalProduct(context);
    return {
      source: [launchText(), { kind: 'text', text: registerText(shape, readingOf(context, product)) }],
      arithmetic: true,
      dispatches: [
        productDispatch(product, {
          entryPoint: 'multiply',
          constants: {},
          groups: tileCount(product, shape.tileRows, shape.tileCols),
        }),
      ],
    };
  },
});
