import type { CooMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { takeTurns } from '@spmv/direct';
import type { Hierarchy } from '@spmv/multigrid';
import { hierarchyInParts, isOfTheKind, renewalInParts, servesInParts } from '@spmv/multigrid';
import { largestOf } from '../solve/scale.ts';
import type { System } from './system.ts';

/** The smaller of ‖A‖F and √(‖A‖₁‖A‖∞), both at least ‖A‖₂. Plain statements: of a small matrix these are not compiled before they are over. */
function normOfEntries(coo: CooMatrix): number {
  const { shape, colIndex, values } = coo;
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  const cols = new Float64Array(shape.cols);
  let squares = 0;
  let mostOfRow = 0;
  for (let i = 0; i < shape.rows; i++) {
    const end = rowStart[i + 1];
    let sum = 0;
    for (let k = rowStart[i]; k < end; k++) {
      const size = Math.abs(values[k]);
      squares += size * size;
      sum += size;
      cols[colIndex[k]] += size;
    }
    if (sum > mostOfRow) mostOfRow = sum;
  }
  return Math.min(Math.sqrt(squares), Math.sqrt(mostOfRow) * Math.sqrt(largestOf(cols)));
}

/** What is known of entries once it was asked for: a pass over all of them takes as long as several cycles of a method on a device. */
type MadeOnce = Required<Pick<System, 'norm' | 'hierarchy' | 'madeLevels' | 'fitsLevels'>>;

/** The same, made when it is first asked for and kept. `earlier` are levels of other values in the same places. */
export function madeOnce(coo: CooMatrix, earlier?: Hierarchy): MadeOnce {
  let norm: number | undefined;
  let hierarchy: Hierarchy | undefined;
  let fits: boolean | undefined;
  /** One at a time: a renewal writes into arrays that there are. One that was left is made anew by the next who asks. */
  let making: Promise<unknown> = Promise.resolve();
  const levels = function* () {
    const isRenewed = earlier && (yield* servesInParts(earlier, coo.values));
    return yield* isRenewed ? renewalInParts(earlier, coo.values) : hierarchyInParts(coo);
  };
  const made = async (signal: AbortSignal | undefined): Promise<Hierarchy> =>
    (hierarchy ??= await takeTurns(levels(), signal));
  return {
    norm: () => (norm ??= normOfEntries(coo)),
    hierarchy: (signal) => {
      const asked = making.then(() => made(signal));
      making = asked.catch(() => {});
      return asked;
    },
    madeLevels: async () => hierarchy ?? earlier,
    fitsLevels: () => (fits ??= isOfTheKind(coo)),
  };
}
