import type { Column, Filler, TableLayout } from '../output/table.ts';
import { fitTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';

/** A table as wide as the terminal allows, its header dim. Where columns were `asked` for, those that do not fit are named below it. */
export function tableText<R>(
  terminal: Terminal,
  columns: readonly Column<R>[],
  rows: readonly R[],
  { filler, asked = false }: { readonly filler?: Filler<R>; readonly asked?: boolean } = {},
): string {
  const layout: TableLayout<R> = { width: terminal.width, header: (text) => terminal.style('dim', text) };
  const { text, omitted } = fitTable(columns, rows, filler ? { ...layout, filler } : layout);
  if (!asked || omitted.length === 0) return text;
  const note = `Not shown for lack of width: ${omitted.join(', ')}. Use --width for more.`;
  return `${text}\n${terminal.style('dim', wrap(note, terminal.width, 2))}`;
}
