import type { SubgroupMatrix } from '@spmv/core';

/** The shape of a kernel of subgroup matrices. */
export interface MatrixShape {
  readonly [name: string]: number | string;
  /** Rows and columns of the result that a workgroup computes. */
  readonly tileRows: number;
  readonly tileCols: number;
  /** Those of one of its subgroups. */
  readonly subgroupRows: number;
  readonly subgroupCols: number;
  /** Terms of the sums between two barriers. */
  readonly depth: number;
  /** What tiles go through on their way to a subgroup's registers. */
  readonly through: 'workgroup' | 'cache';
}

/** Terms in one load: f16 in 16 bytes. */
export const UNIT_TERMS = 8;

/** Loads of a line in workgroup memory; one more than its terms need: else neighbouring lines begin in the same bank. */
export function lineUnits({ depth }: MatrixShape): number {
  return depth / UNIT_TERMS + 1;
}

/** Subgroups of a workgroup. */
export function subgroupsOf({ tileRows, tileCols, subgroupRows, subgroupCols }: MatrixShape): number {
  return (tileRows / subgroupRows) * (tileCols / subgroupCols);
}

/** Bytes of workgroup memory, with operands in so many pieces. */
export function matrixBytes(shape: MatrixShape, { m, n }: SubgroupMatrix, pieces: number): number {
  const tiles = shape.through === 'workgroup' ? pieces * (shape.tileRows + shape.tileCols) * lineUnits(shape) * 16 : 0;
  return tiles + subgroupsOf(shape) * m * n * 4;
}
