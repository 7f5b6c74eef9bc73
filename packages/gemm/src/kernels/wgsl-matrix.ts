import type { Axis, Citation, Kernel, KernelContext, SubgroupMatrix, WgslProgram } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { workgroupObstacle } from '@spmv/kernel-kit';
import type { MatrixDialect } from '../wgsl/matrix-dialect.ts';
import { CHROMIUM } from '../wgsl/matrix-dialect.ts';
import type { MatrixShape } from '../wgsl/matrix-shape.ts';
import { matrixBytes, subgroupsOf, UNIT_TERMS } from '../wgsl/matrix-shape.ts';
import { matrixText } from '../wgsl/matrix-text.ts';
import { canonicalProduct, tileCount } from './canonical.ts';
import { wgslGemm } from './wgsl-launch.ts';
import { planPieces, subgroupSize } from './wgsl-pieces.ts';

const OOTOMO: Citation = {
  title:
    'H. Ootomo, R. Yokota, Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance',
};

/** The largest matrices of f16 that the device's subgroups multiply into f32: asked, since no two devices list the same. */
function unitOf({ device }: KernelContext): SubgroupMatrix | undefined {
  const fitting = (device.subgroupMatrices ?? []).filter(
    ({ component, result, k }) => component === 'f16' && result === 'f32' && k % UNIT_TERMS === 0,
  );
  return fitting.toSorted((a, b) => b.m * b.n * b.k - a.m * a.n * a.k)[0];
}

/** Tiles from which enough workgroups come to fill a device of this class. */
const FILLING_TILES = 128;

const LARGE: MatrixShape = {
  tileRows: 128,
  tileCols: 128,
  subgroupRows: 64,
  subgroupCols: 32,
  depth: 32,
  through: 'workgroup',
};
const SMALL: MatrixShape = { ...LARGE, tileRows: 64, tileCols: 64, subgroupRows: 32, subgroupCols: 32 };

function obstacle(shape: MatrixShape, context: KernelContext, pieces: number): string | undefined {
  const unit = unitOf(context);
  if (!unit) return `${context.device.name} lists no subgroup matrices of f16 with sums in f32.`;
  const { tileRows, tileCols, subgroupRows, subgroupCols, depth } = shape;
  if (tileRows % subgroupRows !== 0 || tileCols % subgroupCols !== 0)
    return `Tiles of ${tileRows} x ${tileCols} do not divide into those of ${subgroupRows} x ${subgroupCols}.`;
  if (subgroupRows % unit.m !== 0 || subgroupCols % unit.n !== 0 || depth % unit.k !== 0)
    return `${subgroupRows} x ${subgroupCols} x ${depth} does not divide into matrices of ${unit.m} x ${unit.n} x ${unit.k}.`;
  return workgroupObstacle(
    context.device,
    subgroupsOf(shape) * subgroupSize(context),
    matrixBytes(shape, unit, pieces),
  );
}

function suggest(context: KernelContext, pieces: number): MatrixShape {
  const product = canonicalProduct(context);
  const large = tileCount(product, LARGE.tileRows, LARGE.tileCols) >= FILLING_TILES;
  const shapes = [...(large ? [LARGE, { ...LARGE, depth: 16 }] : []), SMALL, { ...SMALL, depth: 16 }];
  return shapes.find((shape) => obstacle(shape, context, pieces) === undefined) ?? SMALL;
}

const axis = <V extends number | string>(values: readonly V[], standard: V, doc: string): Axis<V> => ({
  values,
  default: standard,
  doc,
});

function programOf(context: KernelContext, shape: MatrixShape, pieces: 1 | 2, dialect: MatrixDialect): WgslProgram {
  const unit = unitOf(context);
  if (!unit) {
    throw new SpmvError('KERNEL.REFUSED', obstacle(shape, context, pieces) ?? 'No subgroup matrices fit.', {
      fix: 'Choose wgsl/gemm-register.',
      details: { device: context.device.name, listed: context.device.subgroupMatrices ?? [] },
    });
  }
  const product = canonicalProduct(context);
  const { tileRows, tileCols, depth } = shape;
  const left = planPieces('left', product, { lines: tileRows, terms: depth }, pieces);
  const right = planPieces('right', product, { lines: tileCols, terms: depth }, pieces);
  const text = matrixText(shape, { unit, pieces, subgroupSize: subgroupSize(context), dialect });
  return {
    source: { kind: 'text', text },
    arithmetic: true,
    enable: dialect.enable,
    scratch: { ...left.scratch, ...right.scratch },
    dispatches: [
      left.dispatch,
      right.dispatch,
      {
        entryPoint: 'multiply',
        bindings: [
          { buffer: 'scratch.leftPieces', access: 'read' },
          { buffer: 'scratch.rightPieces', access: 'read' },
          { buffer: product.out.name, access: 'read_write' },
          ...(pieces === 1
            ? []
            : ([
                { buffer: 'scratch.leftExponents', access: 'read' },
                { buffer: 'scratch.rightExponents', access: 'read' },
              ] as const)),
        ],
        constants: {},
        numbers: [
          [product.m, product.n, product.batch, left.units],
          [left.batchLines, left.pieceStep, right.batchLines, right.pieceStep],
          [product.out.leadingDimension, product.out.batchStride],
        ].flat(),
        groups: tileCount(product, tileRows, tileCols),
      },
    ],
  };
}

/**
 * A product by subgroup matrices of f16 with sums in f32, over copies of the operands in pieces that a first dispatch makes: two pieces of
 * each number for numbers of f32 (accuracy `f16x3`), one for those of f16.
 */
export function createMatrixKernel(pieces: 1 | 2, dialect: MatrixDialect = CHROMIUM): Kernel<'wgsl', MatrixShape> {
  return wgslGemm<MatrixShape>({
    id: pieces === 1 ? 'wgsl/gemm-matrix' : 'wgsl/gemm-matrix-f16x3',
    title: pieces === 1 ? 'Subgroup matrices of f16' : 'Subgroup matrices, f32 from pieces of f16',
    sources: pieces === 1 ? [] : [OOTOMO],
    ...(pieces === 1 ? {} : { options: { accuracy: 'f16x3' } }),
    precisions: [{ precision: pieces === 1 ? 'f16' : 'f32', accumulator: 'f32' }],
    requires: ['subgroup-matrix', 'f16'],
    params: {
      axes: {
        tileRows: axis([64, 128, 256], 128, 'Rows of the result that a workgroup computes.'),
        tileCols: axis([64, 128, 256], 128, 'Columns of the result that a workgroup computes.'),
        subgroupRows: axis([32, 64], 64, 'Rows that a subgroup computes.'),
        subgroupCols: axis([32, 64], 32, 'Columns that a subgroup computes.'),
        depth: axis([16, 32, 64], 32, 'Terms of the sums between two barriers.'),
        through: axis(['workgroup', 'cache'], 'workgroup', 'What tiles go through on their way to the registers.'),
      },
      suggest: (context) => suggest(context, pieces),
      reject: (shape, context) => obstacle(shape, context, pieces),
    },
    program: (context, shape) => programOf(context, shape, pieces, dialect),
  });
}

/** Numbers of f16, as they are. */
export const wgslMatrix: Kernel<'wgsl', MatrixShape> = createMatrixKernel(1);

/** Numbers of f32, each as a sum of two of f16. */
export const wgslMatrixF16x3: Kernel<'wgsl', MatrixShape> = createMatrixKernel(2);
