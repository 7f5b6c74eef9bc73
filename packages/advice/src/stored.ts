import type { AnyCoo, BuildRoom, SparseFormat, StoredMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type { LiveCandidate } from './candidates.ts';

/** A matrix as a candidate stores it, and what making it took. */
export interface LastStored {
  readonly matrix: StoredMatrix;
  readonly ms: number;
}

/** Gives the memory of a stored matrix back at once, where the engine can, but for arrays that may be the entries'. */
function giveBack({ arrays }: StoredMatrix, { layout }: SparseFormat): void {
  for (const [name, { buffer }] of Object.entries(arrays))
    if (layout[name]?.copyOf === undefined) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** Forms of entries. */
export interface StoredForms {
  /** The form of a candidate, built in memory of its backend where there is such: the last one is there for the next candidate of its format, and one at a time is held. */
  of(live: Pick<LiveCandidate, 'format' | 'plan' | 'kernel' | 'opened'>): LastStored;
  /** The last one, if it is this candidate's and in memory that the engine collects: it is the receiver's. */
  take(live: Pick<LiveCandidate, 'format' | 'plan'>): StoredMatrix | undefined;
  /** Lets go of the last one. */
  release(): void;
}

/** Stores entries for candidates. */
export function createStored(coo: AnyCoo): StoredForms {
  interface Form extends LastStored {
    readonly key: string;
    readonly format: SparseFormat;
    readonly room: BuildRoom | undefined;
  }
  let last: Form | undefined;
  const release = (): void => {
    if (last?.room) last.room.release();
    else if (last) giveBack(last.matrix, last.format);
    last = undefined;
  };
  const keyOf = ({ format, plan }: Pick<LiveCandidate, 'format' | 'plan'>): string =>
    JSON.stringify([format.id, plan.params, plan.valueType]);
  return {
    release,
    take(live) {
      if (last?.key !== keyOf(live) || last.room) return undefined;
      const { matrix } = last;
      last = undefined;
      return matrix;
    },
    of({ format, plan, kernel, opened }) {
      const key = keyOf({ format, plan });
      if (last?.key === key) return last;
      release();
      const start = performance.now();
      const room = opened.backend.room(kernel.target);
      try {
        const matrix = buildMatrix(format, coo, { plan, share: true, room });
        last = { key, format, matrix, room, ms: performance.now() - start };
        return last;
      } catch (error) {
        room?.release();
        throw error;
      }
    },
  };
}
