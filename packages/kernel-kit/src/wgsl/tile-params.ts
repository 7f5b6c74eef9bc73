import type { KernelContext, Params, ParamSpace } from '@spmv/core';
import { sumBytes } from '../precisions.ts';
import type { Reduction } from './reduction.ts';
import { reductionAxis, reductionBytes, reductionObstacle, suggestReduction } from './reduction.ts';
import { suggestBlockSize, suggestItems, wgslBlockSizeAxis, workgroupObstacle } from './workgroup.ts';

/** Parameters of a kernel whose workgroups add up tiles of blockSize · items entries. */
export interface WgslTileParams extends Params {
  readonly blockSize: number;
  readonly items: number;
  readonly reduction: Reduction;
}

/** Most lanes that add up a row of a tile, or a run of it. */
const MOST_LANES = 32;

/** How the space of one kernel differs. */
export interface WgslTiles {
  /** Threads of a workgroup by default. */
  readonly blockSize: number;
  /** Entries per thread: the axis, its default, and what is suggested, best first, as far as workgroup memory goes. */
  readonly items: readonly number[];
  readonly usual: number;
  readonly suggested: readonly number[];
  /** Products that an entry has in workgroup memory. Default 1. */
  readonly products?: number;
}

/** Their space. */
export function wgslTileParams(tiles: WgslTiles): Required<ParamSpace<KernelContext, WgslTileParams>> {
  const { items, usual, suggested, products = 1 } = tiles;
  const bytesOf = (params: WgslTileParams, context: KernelContext): number =>
    products * params.blockSize * params.items * sumBytes(context) +
    reductionBytes(params.reduction, params.blockSize, context);
  return {
    axes: {
      blockSize: wgslBlockSizeAxis(tiles.blockSize),
      items: { values: items, default: usual, doc: 'Entries per thread of a tile.' },
      reduction: reductionAxis,
    },
    suggest: (context) => {
      const blockSize = suggestBlockSize(context.device, tiles.blockSize);
      const reduction = suggestReduction(context, MOST_LANES);
      const bytes = (each: number): number => bytesOf({ blockSize, items: each, reduction }, context);
      return { blockSize, items: suggestItems(context.device, blockSize, { items: suggested, bytes }), reduction };
    },
    reject: (params, context) =>
      reductionObstacle(params.reduction, context, MOST_LANES) ??
      workgroupObstacle(context.device, params.blockSize, bytesOf(params, context)),
  };
}
