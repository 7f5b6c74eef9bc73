import type { CooMatrix } from '@spmv/core';
import { takeTurns } from '@spmv/direct';
import type { Hierarchy } from '@spmv/multigrid';
import { hierarchyInParts, isOfTheKind, renewalInParts, servesInParts } from '@spmv/multigrid';
import { largestOf } from '../solve/scale.ts';
import type { System } from './system.ts';

/** The smaller of ‖A‖F and √(‖A‖₁‖A‖∞), both at least ‖A‖₂. Plain statements: of a small matrix these are not compiled before they are over. */
function normOfEntries({ shape, rowIndex, colIndex, values }: CooMatrix): number {
  const rows = new Float64Array(shape.rows);
  const cols = new Float64Array(shape.cols);
  let squares = 0;
  for (let k = 0; k < values.length; k++) {
    const size = Math.abs(values[k]);
    squares += size * size;
    rows[rowIndex[k]] += size;
    cols[colIndex[k]] += size;
  }
  return Math.min(Math.sqrt(squares), Math.sqrt(largestOf(rows)) * Math.sqrt(largestOf(cols)));
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
