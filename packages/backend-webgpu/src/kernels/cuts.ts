import type { BufferName, WgslDispatch } from '@spmv/core';
import { read, write } from './launch.ts';
import { file } from './sources.ts';

/** Parts up to which one thread adds a cut row up; a workgroup takes longer ones. */
const SHORT_PARTS = 8;

/** A row whose sum is left in parts carry[begin … end − 1]. */
export interface Cut {
  readonly row: number;
  readonly begin: number;
  readonly end: number;
}

/** The arrays that finish-cuts.wgsl reads: three numbers a cut. */
export function cutArrays(cuts: readonly Cut[]): { readonly shortCuts: Uint32Array; readonly longCuts: Uint32Array } {
  const flat = (chosen: readonly Cut[]): Uint32Array => Uint32Array.from(chosen.flatMap(({ row, begin, end }) => [row, begin, end]));
  return {
    shortCuts: flat(cuts.filter(({ begin, end }) => end - begin <= SHORT_PARTS)),
    longCuts: flat(cuts.filter(({ begin, end }) => end - begin > SHORT_PARTS)),
  };
}

/** Where the parts are: part c is sum number c·stride + first of `carry`. */
export interface CarryPlace {
  readonly carry: BufferName;
  readonly stride: number;
  readonly first: number;
}

/** The dispatches that finish cut rows, each left out when there are none. */
export function cutDispatches(block: number, { carry, stride, first }: CarryPlace = { carry: 'scratch.carry', stride: 1, first: 0 }): readonly WgslDispatch[] {
  const source = file(new URL('../../src/kernels/finish-cuts.wgsl', import.meta.url));
  return [
    {
      source,
      entryPoint: 'finishShort',
      bindings: [read('auxiliary.shortCuts'), read(carry), write('y')],
      constants: { block, stride, first },
      groups: { auxiliary: 'shortCuts', per: 3 * block },
    },
    {
      source,
      entryPoint: 'finishLong',
      bindings: [read('auxiliary.longCuts'), read(carry), write('y')],
      constants: { block, stride, first },
      groups: { auxiliary: 'longCuts', per: 3 },
    },
  ];
}
