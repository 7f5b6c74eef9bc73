import type { Cell, TableBlock, TableColumn } from '@spmv/report';

/** A number that the paper prints of each row, and ours. */
export interface ComparedColumn {
  readonly label: string;
  readonly unit?: string;
  readonly digits?: number;
  /** As printed; null where it prints none. Absent for what the paper prints of no row. */
  paper?(row: string): number | null;
  /** Digits behind the point in print, where every number has as many; else as many as it takes. */
  readonly decimals?: number;
  /** It is computed from what is printed, and printed itself nowhere. */
  readonly derived?: boolean;
  here(row: string): number | null;
}

/** A table of the paper with ours beside it: paper | here for every column. Rows without any number of ours stay: what was not run shows. */
export function paperTable({
  title,
  head,
  rows,
  columns,
  note,
}: {
  readonly title: string;
  /** Of the first column. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly columns: readonly ComparedColumn[];
  readonly note?: string;
}): TableBlock {
  const inPrint = columns.flatMap(({ paper, ...column }) => (paper ? [{ ...column, paper }] : []));
  const numbers = (shown: readonly ComparedColumn[], isPaper: boolean): readonly TableColumn[] =>
    shown.map(({ label, unit, digits, decimals, derived = false }) => ({
      label,
      kind: 'number',
      group: isPaper ? (derived ? 'derived from print' : 'paper') : 'here',
      ...(unit === undefined ? {} : { unit }),
      // What is printed stands as it is printed, to the last digit.
      ...(isPaper && !derived
        ? { digits: decimals === undefined ? ('all' as const) : { decimals } }
        : digits === undefined
          ? {}
          : { digits }),
    }));
  return {
    kind: 'table',
    title,
    columns: [{ label: head, kind: 'text' }, ...numbers(inPrint, true), ...numbers(columns, false)],
    rows: rows.map((row): readonly Cell[] => [
      row,
      ...inPrint.map(({ paper }) => paper(row)),
      ...columns.map(({ here }) => here(row)),
    ]),
    ...(note === undefined ? {} : { note }),
  };
}
