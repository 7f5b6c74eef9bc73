import type { Axis, ElementType, MatrixStructure, Params, ParamSpace } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import { countBlocks, samplePositions } from './blocks.ts';

/** The parameters of format `bell`. */
export interface BellParams extends Params {
  readonly blockRows: number;
  readonly blockCols: number;
  readonly order: 'column' | 'row';
  readonly alignment: number;
}

const SIZES: readonly number[] = [2, 3, 4];

const side = (doc: string): Axis<number> => ({
  values: SIZES,
  default: 2,
  range: { min: 1, max: 8, integer: true },
  doc,
});

const order: Axis<'column' | 'row'> = {
  values: ['column', 'row'],
  default: 'column',
  doc: 'Storage order: column (the same element of neighbouring rows of blocks adjacent, for GPUs) or row (a block contiguous, for CPUs).',
};

const alignment: Axis<number> = {
  values: [1],
  default: 1,
  range: { min: 1, max: 4096, integer: true },
  doc: 'In column order the stride is a multiple of this many places, so that columns of blocks begin aligned; in row order of no effect.',
};

/** Type of the mask of a block: a bit for each of its elements. */
export function maskElement(blockRows: number, blockCols: number): 'u8' | 'u16' | 'u32' {
  const elements = blockRows * blockCols;
  return elements <= 8 ? 'u8' : elements <= 16 ? 'u16' : 'u32';
}

/** Entries that block sizes are compared on: enough to see the pattern, few enough to cost nothing. */
const SAMPLE = 100_000;

/** The block size that needs the fewest bytes for a sample of the rows, and aligned columns once they cost little. */
function suggest({ shape, positions }: MatrixStructure): Partial<BellParams> {
  const aligned = shape.rows >= 4096 ? { alignment: 32 } : {};
  if (!positions || positions.rowIndex.length === 0) return aligned;
  const sample = samplePositions(positions, SAMPLE);
  let best = { blockRows: 2, blockCols: 2 };
  let least = Number.POSITIVE_INFINITY;
  for (const blockRows of SIZES) {
    for (const blockCols of SIZES) {
      const blocks = countBlocks(shape, sample, blockRows, blockCols).all;
      const mask: ElementType = maskElement(blockRows, blockCols);
      const bytes = blocks * (elementBytes('i32') + elementBytes(mask) + blockRows * blockCols * elementBytes('f64'));
      if (bytes < least) {
        least = bytes;
        best = { blockRows, blockCols };
      }
    }
  }
  return { ...best, ...aligned };
}

export const bellParams: ParamSpace<MatrixStructure, BellParams> = {
  axes: {
    blockRows: side('Rows of a block, r of r × c.'),
    blockCols: side('Columns of a block, c of r × c.'),
    order,
    alignment,
  },
  reject: ({ blockRows, blockCols }) =>
    blockRows * blockCols > 32
      ? `a block of ${blockRows} × ${blockCols} has more than the 32 elements that a mask can tell apart`
      : undefined,
  suggest,
};
