/** Where the parts of a length begin, by device, and where the last one ends. */
export type StripeBounds = readonly number[];

/** How prepared matrices divide their rows: vectors of that length go with them. */
export interface Divisions {
  /** Of a length, the latest last. */
  of(length: number): readonly StripeBounds[];
  /** Notes that a matrix is divided so, and waits until all that follow have prepared for it. What is given back ends it. Errors: those of the followers. */
  add(length: number, bounds: StripeBounds): Promise<() => void>;
  /** Has `prepare` called with every division of a length that is new. What is given back ends that. */
  follow(length: number, prepare: (bounds: StripeBounds) => Promise<void>): () => void;
}

interface Division {
  readonly bounds: StripeBounds;
  users: number;
}

/** No divisions yet. */
export function createDivisions(): Divisions {
  const lengths = new Map<number, Map<string, Division>>();
  const followers = new Map<number, Set<(bounds: StripeBounds) => Promise<void>>>();
  return {
    of: (length) => [...(lengths.get(length)?.values() ?? [])].map(({ bounds }) => bounds),
    async add(length, bounds) {
      const all = lengths.get(length) ?? new Map<string, Division>();
      lengths.set(length, all);
      const key = String(bounds);
      const division = all.get(key) ?? { bounds, users: 0 };
      division.users++;
      all.set(key, division);
      let isOver = false;
      const end = (): void => {
        if (!isOver && --division.users === 0) all.delete(key);
        isOver = true;
      };
      const prepared = await Promise.allSettled([...(followers.get(length) ?? [])].map((prepare) => prepare(bounds)));
      const failed = prepared.find((one) => one.status === 'rejected');
      if (!failed) return end;
      end();
      throw failed.reason;
    },
    follow(length, prepare) {
      const all = followers.get(length) ?? new Set<(bounds: StripeBounds) => Promise<void>>();
      followers.set(length, all.add(prepare));
      return () => {
        all.delete(prepare);
      };
    },
  };
}
