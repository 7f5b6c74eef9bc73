import type { NativeFunctions } from '@spmv/core';
import { addressesBy, bound, EACH, FRONT_ROOM, heldIn } from '../native.ts';
import type { IndefiniteCode } from './indefinite.ts';

const OF_REST = ['numbers', 'lines', 'own', 'height', 'begin', 'end', 'past'] as const;
const OF_PIVOTS = [
  'numbers',
  'lines',
  'ids',
  'pivots',
  'beside',
  'done',
  'height',
  'past',
  'tiny',
  'threshold',
] as const;
const OF_ADD = ['front', 'from', 'place', 'height', 'count'] as const;
const OF_KEEP = ['front', 'left', 'height', 'done'] as const;
const OF_SOLVE = [
  'pivotCount',
  'idStart',
  'ids',
  'lineStart',
  'lines',
  'pivots',
  'beside',
  'x',
  'own',
  'supernodes',
] as const;

/** LDLᵀ by code compiled for this processor: pivots, products, copies and solutions. Errors: as of `nativeFronts`. */
export function nativeIndefinite(functions: NativeFunctions): Required<Omit<IndefiniteCode, 'memory'>> {
  const addressOf = addressesBy(functions);
  const [ofRest, ofPivots, ofAdd, ofKeep, ofSolve] = [OF_REST, OF_PIVOTS, OF_ADD, OF_KEEP, OF_SOLVE].map(
    (names) => new Float64Array(names.length),
  );
  const runRest = bound(functions, 'indefiniteRestF64', ofRest, OF_REST);
  const runPivots = bound(functions, 'indefinitePivotsF64', ofPivots, OF_PIVOTS);
  const runAdd = bound(functions, 'indefiniteAddFrontF64', ofAdd, OF_ADD);
  const runKeep = bound(functions, 'indefiniteKeepFrontF64', ofKeep, OF_KEEP);
  const runSolve = bound(functions, 'indefiniteSolveF64', ofSolve, OF_SOLVE);
  const [lastAdd, lastKeep] = [heldIn(ofAdd, addressOf), heldIn(ofKeep, addressOf)];
  const [own, done] = [new Float64Array(FRONT_ROOM), new Float64Array(1)];
  return {
    choose({ numbers, lines, ids, pivots, beside, height }, from, past, tiny, threshold) {
      done[0] = from;
      ofPivots.set([...[numbers, lines, ids, pivots, beside, done].map(addressOf), height, past, tiny, threshold]);
      runPivots();
      return done[0];
    },
    rest({ numbers, lines, height }, begin, end, past) {
      ofRest.set([addressOf(numbers), addressOf(lines), addressOf(own), height, begin, end, past]);
      runRest();
    },
    addUpper(numbers, height, left, begin, place, count) {
      lastAdd(0, numbers);
      ofAdd[1] = lastAdd(1, left) + EACH * begin;
      lastAdd(2, place);
      ofAdd[3] = height;
      ofAdd[4] = count;
      runAdd();
    },
    keepUpper(numbers, height, eliminated, left, at) {
      lastKeep(0, numbers);
      ofKeep[1] = lastKeep(1, left) + EACH * at;
      ofKeep[2] = height;
      ofKeep[3] = eliminated;
      runKeep();
    },
    solveIndefinite({ pivotCount, idStart, ids, lineStart, lines, pivots, beside }, x, room) {
      const arrays = [pivotCount, idStart, ids, lineStart, lines, pivots, beside, x, room];
      ofSolve.set([...arrays.map(addressOf), pivotCount.length]);
      runSolve();
    },
  };
}
