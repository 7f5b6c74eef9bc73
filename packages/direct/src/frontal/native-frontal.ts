import type { NativeFunctions } from '@spmv/core';
import type { LuPanelKernel } from '../dense/lu-front.ts';
import { addressesBy, bound, EACH, FRONT_ROOM, heldIn } from '../native.ts';
import type { FrontalKernels } from './factor.ts';

const OF_PANEL = [
  'numbers',
  'rowIds',
  'colIds',
  'own',
  'done',
  'ids',
  'height',
  'candidates',
  'from',
  'past',
  'threshold',
] as const;
const OF_ADD = ['front', 'from', 'lines', 'columns', 'height', 'count'] as const;
const OF_KEEP = ['front', 'factor', 'left', 'height', 'done'] as const;
const OF_SOLVE = [
  'pivotCount',
  'idStart',
  'rowIds',
  'colIds',
  'starts',
  'numbers',
  'w',
  'z',
  'y',
  'supernodes',
] as const;
/** LU by fronts by code compiled for this processor. Errors: as of `nativeFronts`. */
export function nativeFrontal(functions: NativeFunctions): Required<Omit<FrontalKernels, 'memory'>> {
  const addressOf = addressesBy(functions);
  const [ofAdd, ofKeep, ofSolve] = [OF_ADD, OF_KEEP, OF_SOLVE].map((names) => new Float64Array(names.length));
  const runAdd = bound(functions, 'luAddFrontF64', ofAdd, OF_ADD);
  const runKeep = bound(functions, 'luKeepFrontF64', ofKeep, OF_KEEP);
  const runSolve = bound(functions, 'luFrontsSolveF64', ofSolve, OF_SOLVE);
  const [lastAdd, lastKeep] = [heldIn(ofAdd, addressOf), heldIn(ofKeep, addressOf)];
  return {
    panel: nativePanel(functions),
    addFront({ numbers, height }, left, begin, lines, columns, count) {
      lastAdd(0, numbers);
      ofAdd[1] = lastAdd(1, left) + EACH * begin;
      lastAdd(2, lines);
      lastAdd(3, columns);
      ofAdd[4] = height;
      ofAdd[5] = count;
      runAdd();
    },
    keepFront({ numbers, height }, done, factor, factorAt, left, leftAt) {
      lastKeep(0, numbers);
      ofKeep[1] = lastKeep(1, factor) + EACH * factorAt;
      ofKeep[2] = lastKeep(2, left) + EACH * leftAt;
      ofKeep[3] = height;
      ofKeep[4] = done;
      runKeep();
    },
    solveFronts({ pivotCount, idStart, rowIds, colIds, start, numbers }, w, z, y) {
      const arrays = [pivotCount, idStart, rowIds, colIds, start, numbers, w, z, y];
      ofSolve.set([...arrays.map(addressOf), pivotCount.length]);
      runSolve();
    },
  };
}

/** Columns of fronts of LU. */
function nativePanel(functions: NativeFunctions): LuPanelKernel {
  const args = new Float64Array(OF_PANEL.length);
  const run = bound(functions, 'luPanelF64', args, OF_PANEL);
  const put = heldIn(args, addressesBy(functions));
  const [own, done] = [new Float64Array(FRONT_ROOM), new Float64Array(1)];
  put(3, own);
  put(4, done);
  return ({ numbers, height, candidates, rowIds, colIds, ids }, from, past, threshold) => {
    put(0, numbers);
    put(1, rowIds);
    put(2, colIds);
    args.set([ids, height, candidates, from, past, threshold], 5);
    run();
    return done[0];
  };
}
