import { FRONT_ROOM } from '../native.ts';
import type { FrontKernel, TriangularKernel } from '../symmetric/cholesky-fronts.ts';
import { childrenOf, choleskyFronts } from '../symmetric/cholesky-fronts.ts';
import { solveHalves } from '../symmetric/cholesky.ts';
import { loadPanels } from '../symmetric/load.ts';
import { tallestOf } from '../symmetric/symmetric.ts';
import type { FrontMemory } from './places.ts';
import { addresses, put } from './places.ts';

const HALVES = { forward: 1, backward: 2, both: 3 } as const;

/** LLᵀ by a tree of fronts. */
export function wasmTree(places: FrontMemory, budget: number): FrontKernel {
  return function* fronts(analysis, values, panels) {
    const place = places.of(panels);
    const { n, firstPivot, rowsStart, rows, panelStart, updateStart, updateLength, supernodeParent } = analysis;
    const [firstChild, sibling] = childrenOf(supernodeParent);
    const tallest = tallestOf(analysis);
    const isPut =
      place &&
      put(place, {
        firstPivot,
        rowsStart,
        rows,
        panelStart,
        x: 8 * n,
        sums: 8 * tallest,
        updateStart,
        firstChild,
        sibling,
        at: 4 * n,
        place: 4 * tallest,
        own: 8 * FRONT_ROOM,
        state: 24,
        updates: 8 * updateLength,
      });
    if (!place || !isPut) {
      places.leave(panels);
      return yield* choleskyFronts(analysis, values, panels);
    }
    loadPanels(analysis, values, panels);
    const tree = ['firstPivot', 'rowsStart', 'rows', 'panelStart', 'updateStart', 'firstChild', 'sibling'];
    const args = [
      ...addresses(place, tree),
      panels.byteOffset,
      ...addresses(place, ['updates', 'at', 'place', 'own', 'state']),
    ];
    const state = new Float64Array(place.memory.buffer, place.behind.get('state'), 3);
    for (state.set([-1, 0, 0]); ;) {
      place.call.choleskyFronts(...args, supernodeParent.length, budget);
      const [failed, next] = state;
      if (failed !== -1 || next === supernodeParent.length) return failed;
      yield next;
    }
  };
}

/** Solutions with L where it was computed here. */
export function wasmSolve(places: FrontMemory): TriangularKernel {
  return (analysis, panels, x, sums, half) => {
    const place = places.of(panels);
    if (!place?.behind.has('x')) {
      solveHalves(analysis, panels, x, sums, half);
      return;
    }
    const own = new Float64Array(place.memory.buffer, place.behind.get('x'), x.length);
    own.set(x);
    place.call.choleskySolve(
      ...addresses(place, ['firstPivot', 'rowsStart', 'rows', 'panelStart']),
      panels.byteOffset,
      ...addresses(place, ['x', 'sums']),
      analysis.firstPivot.length - 1,
      HALVES[half],
    );
    x.set(own);
  };
}
