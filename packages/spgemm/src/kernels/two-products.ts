import type { FoundPattern } from '@spmv/core';

/** What was found of both products, one after the other, behind how many notes there are of the first. */
export const noted = (first: FoundPattern, second: FoundPattern): FoundPattern => {
  const notes = first.notes ?? [];
  return { nnz: second.nnz, notes: [first.nnz, notes.length, ...notes, ...(second.notes ?? [])] };
};
/** The reverse. */
export const foundOf = ({
  nnz,
  notes: [middle = 0, length = 0, ...notes] = [],
}: FoundPattern): readonly [first: FoundPattern, second: FoundPattern] =>
  [
    { nnz: middle, notes: notes.slice(0, length) },
    { nnz, notes: notes.slice(length) },
  ] as const;
