import type { Column, Filler, TableLayout } from '../output/table.ts';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

/** A table as wide as the terminal allows, its header dim. */
export function tableText<R>(
  terminal: Terminal,
  columns: readonly Column<R>[],
  rows: readonly R[],
  filler?: Filler<R>,
): string {
  const layout: TableLayout<R> = { width: terminal.width, header: (text) => terminal.style('dim', text) };
  return renderTable(columns, rows, filler ? { ...layout, filler } : layout);
}
