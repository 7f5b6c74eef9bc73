import type { Cell, TableBlock, TableColumn } from '@spmv/report';

/** A number that the paper prints of each row, and ours. */
export interface ComparedColumn {
  readonly label: string;
  readonly unit?: string;
  readonly digits?: number;
  /** As printed; null where it prints none. */
  paper(row: string): number | null;
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
  const numbers = (group: 'paper' | 'here'): readonly TableColumn[] =>
    columns.map(({ label, unit, digits }) => ({
      label,
      kind: 'number',
      group,
      ...(unit === undefined ? {} : { unit }),
      ...(digits === undefined ? {} : { digits }),
    }));
  return {
    kind: 'table',
    title,
    columns: [{ label: head, kind: 'text' }, ...numbers('paper'), ...numbers('here')],
    rows: rows.map((row): readonly Cell[] => [
      row,
      ...columns.map(({ paper }) => paper(row)),
      ...columns.map(({ here }) => here(row)),
    ]),
    ...(note === undefined ? {} : { note }),
  };
}
