/** Rows whose sum is made of several parts: group g has `groups[2g + 1]` parts from slot `groups[2g]` on (see split-row.cuh). */
export interface SplitRows {
  /** Begins a new row; returns its group. */
  begin(): number;
  /** A further part of the row begun last; returns its slot. */
  part(): number;
  readonly groups: readonly number[];
}

/** None yet. */
export function createSplitRows(): SplitRows {
  const groups: number[] = [];
  let slots = 0;
  return {
    groups,
    begin() {
      groups.push(slots, 0);
      return groups.length / 2 - 1;
    },
    part() {
      groups[groups.length - 1] = (groups[groups.length - 1] as number) + 1;
      return slots++;
    },
  };
}
