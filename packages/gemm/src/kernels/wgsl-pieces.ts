import type { KernelContext, WgslDispatch } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { UNIT_TERMS } from '../wgsl/matrix-shape.ts';
import type { CanonicalProduct } from './canonical.ts';

/** Threads that make pieces. */
const THREADS = 256;
/** Lines that a workgroup makes where neighbours in memory are lines: enough that it reads whole sectors. */
const NEIGHBOUR_LINES = 16;

/** An operand in pieces of f16, padded to whole tiles. */
export interface PiecesPlan {
  readonly dispatch: WgslDispatch;
  readonly scratch: Readonly<Record<string, number>>;
  /** Lines from one matrix of the batch to the next: 0 where all share one. */
  readonly batchLines: number;
  /** Loads of eight terms a line, and from one piece to the next. */
  readonly units: number;
  readonly pieceStep: number;
}

/** The dispatch of pieces.wgsl that makes pieces of one side. Tiles have so many lines and terms. */
export function planPieces(
  side: 'left' | 'right',
  product: CanonicalProduct,
  tile: { readonly lines: number; readonly terms: number },
  pieces: 1 | 2,
): PiecesPlan {
  const matrix = product[side];
  const { row, col } = denseSteps(matrix);
  const [lines, lineStep, termStep] = side === 'left' ? [product.m, row, col] : [product.n, col, row];
  const lineSlots = termStep === 1 ? 1 : NEIGHBOUR_LINES;
  const paddedLines = Math.ceil(lines / tile.lines) * tile.lines;
  const units = (Math.ceil(product.k / tile.terms) * tile.terms) / UNIT_TERMS;
  const batch = matrix.batchStride === 0 ? 1 : product.batch;
  const pieceStep = batch * paddedLines * units;
  return {
    dispatch: {
      entryPoint: 'split',
      source: { kind: 'url', url: new URL('../../src/kernels/pieces.wgsl', import.meta.url).href },
      bindings: [
        { buffer: matrix.name, access: 'read' },
        { buffer: `scratch.${side}Pieces`, access: 'read_write' },
        { buffer: `scratch.${side}Exponents`, access: 'read_write' },
      ],
      constants: { lineSlots, termSlots: THREADS / lineSlots, pieceCount: pieces },
      numbers: [lines, product.k, batch, lineStep, termStep, matrix.batchStride, paddedLines, units, pieceStep],
      groups: (batch * paddedLines) / lineSlots,
    },
    scratch: {
      [`${side}Pieces`]: pieces * pieceStep * 16,
      [`${side}Exponents`]: pieces === 1 ? 4 : batch * paddedLines * 4,
    },
    batchLines: matrix.batchStride === 0 ? 0 : paddedLines,
    units,
    pieceStep,
  };
}

/** A subgroup's threads; its matrices need all subgroups to be of one size. */
export function subgroupSize({ device }: KernelContext): number {
  return device.limits['subgroupSize'] ?? 32;
}
