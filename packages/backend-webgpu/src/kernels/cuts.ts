import type { BufferName, WgslDispatch } from '@spmv/core';
import { read, write } from './launch.ts';
import { file } from './sources.ts';

/** Parts up to which one thread adds a cut row up; a workgroup takes longer ones. */
const SHORT_PARTS = 8;

/** Rows whose sums are left in parts: (row, first part, part after the last) of each, the parts of one after those of another. */
export type Cuts = Uint32Array;

/** Takes one cut: a row and its parts begin ... end - 1. */
export type CutVisitor = (row: number, begin: number, end: number) => void;

/** The cuts that `walk` visits. It walks twice, once to count them: there may be more than a plain array holds. */
export function collectCuts(walk: (visit: CutVisitor) => void): Cuts {
  let count = 0;
  walk(() => void count++);
  const cuts = new Uint32Array(3 * count);
  let at = 0;
  walk((...cut) => {
    cuts.set(cut, at);
    at += 3;
  });
  return cuts;
}

/** Calls `visit` with every cut. */
export function visitCuts(cuts: Cuts, visit: CutVisitor): void {
  for (let c = 0; c < cuts.length; c += 3) visit(cuts[c] as number, cuts[c + 1] as number, cuts[c + 2] as number);
}

/** The cuts of at least `least` parts and at most `most`. */
function cutsOfSize(cuts: Cuts, least: number, most: number): Cuts {
  return collectCuts((visit) =>
    visitCuts(cuts, (row, begin, end) => {
      if (end - begin >= least && end - begin <= most) visit(row, begin, end);
    }),
  );
}

/** The arrays that finish-cuts.wgsl reads, of the cuts of at least `least` parts. */
export function cutArrays(cuts: Cuts, least = 0): { readonly shortCuts: Cuts; readonly longCuts: Cuts } {
  return {
    shortCuts: cutsOfSize(cuts, least, SHORT_PARTS),
    longCuts: cutsOfSize(cuts, Math.max(least, SHORT_PARTS + 1), Infinity),
  };
}

/** Where the parts are: part c is sum number c·stride + first of `carry`. */
export interface CarryPlace {
  readonly carry: BufferName;
  readonly stride: number;
  readonly first: number;
}

/** The dispatches that finish cut rows, each left out when there are none. */
export function cutDispatches(
  block: number,
  { carry, stride, first }: CarryPlace = { carry: 'scratch.carry', stride: 1, first: 0 },
): readonly WgslDispatch[] {
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
