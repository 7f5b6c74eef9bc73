import type { CooMatrix } from '@spmv/core';
import { takeTurns } from '@spmv/direct';
import type { Hierarchy } from '@spmv/multigrid';
import { hierarchyInParts, isOfTheKind, renewalInParts, servesInParts } from '@spmv/multigrid';
import type { System } from './system.ts';

/** Levels of multigrid, once they were asked for. */
type MadeOnce = Required<Pick<System, 'hierarchy' | 'madeLevels' | 'fitsLevels'>>;

/** The same, made when it is first asked for and kept. `earlier` are levels of other values in the same places. */
export function madeOnce(coo: CooMatrix, earlier?: Hierarchy): MadeOnce {
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
    hierarchy: (signal) => {
      const asked = making.then(() => made(signal));
      making = asked.catch(() => {});
      return asked;
    },
    madeLevels: async () => hierarchy ?? earlier,
    fitsLevels: () => (fits ??= isOfTheKind(coo)),
  };
}
