/** What can be let go of. */
export interface Disposable {
  dispose(): void;
}

/** What panels keep for as long as a matrix is open, whichever panel is shown: a run goes on while its matrix is looked at. */
export interface Belongings extends Disposable {
  /** What is kept under a name; made when it is first asked for. */
  of<T extends Disposable>(name: string, make: () => T): T;
}

export function createBelongings(): Belongings {
  const kept = new Map<string, Disposable>();
  return {
    of<T extends Disposable>(name: string, make: () => T): T {
      const found = (kept.get(name) as T | undefined) ?? make();
      kept.set(name, found);
      return found;
    },
    dispose() {
      for (const each of kept.values()) each.dispose();
      kept.clear();
    },
  };
}
