import type { SourceName } from '../matrix/source.ts';

/** What can be let go of. */
export interface Disposable {
  dispose(): void;
  /** Ends what takes time; what has come of it stays. */
  rest?(): void;
}

/** What panels keep for a matrix, whichever panel is shown: a run goes on while its matrix, or another, is looked at. */
export interface Belongings extends Disposable {
  /** What is kept under a name; made when it is first asked for. */
  of<T extends Disposable>(name: string, make: () => T): T;
  rest(): void;
  /** Has what other matrices keep rest: what is measured is measured alone. */
  restOthers(): void;
}

/** Belongings by the name of the matrix, so that *Back* to it finds them. */
export interface Shelf {
  of(matrix: SourceName): Belongings;
  /** Lets go of those of one. */
  drop(matrix: SourceName): void;
}

/** Matrices whose belongings are kept: those that were looked at last. */
const MOST = 4;

function createBelongings(restOthers: (self: Belongings) => void): Belongings {
  const kept = new Map<string, Disposable>();
  const self: Belongings = {
    of<T extends Disposable>(name: string, make: () => T): T {
      const found = (kept.get(name) as T | undefined) ?? make();
      kept.set(name, found);
      return found;
    },
    rest() {
      for (const each of kept.values()) each.rest?.();
    },
    restOthers: () => restOthers(self),
    dispose() {
      for (const each of kept.values()) each.dispose();
      kept.clear();
    },
  };
  return self;
}

export function createShelf(): Shelf {
  const kept = new Map<SourceName, Belongings>();
  const restOthers = (self: Belongings): void => {
    for (const each of kept.values()) if (each !== self) each.rest();
  };
  function drop(matrix: SourceName): void {
    kept.get(matrix)?.dispose();
    kept.delete(matrix);
  }
  return {
    drop,
    of(matrix) {
      const found = kept.get(matrix) ?? createBelongings(restOthers);
      // The last in the order of the map is the one that was looked at last.
      kept.delete(matrix);
      kept.set(matrix, found);
      for (const name of [...kept.keys()].slice(0, -MOST)) drop(name);
      return found;
    },
  };
}
