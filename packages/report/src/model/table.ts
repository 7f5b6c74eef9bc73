/** What a cell holds; a null is printed as “–” and sorts last. */
export type Cell = string | number | null;

/** Significant digits, default 3; `all` that the number has; or so many behind the point, zeros among them, as a table in print has them. */
export type Digits = number | 'all' | { readonly decimals: number };

/** What the cells of a column are. */
export interface TableColumn {
  readonly label: string;
  readonly unit?: string;
  readonly kind: 'text' | 'number';
  readonly digits?: Digits;
  /** Cells are shaded by their logarithm: darkest at this value, and marked beyond it. */
  readonly darkest?: number;
  /** Columns under one heading: paper, here. */
  readonly group?: string;
}

/** Rows of cells. */
export interface TableBlock {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly note?: string;
}
