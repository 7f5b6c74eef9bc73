import { chosenColumns } from '../documents/result-columns.ts';
import type { TableView } from '../documents/tables.ts';
import type { TableFlags } from './flags/table.ts';

/** How a command's flags want its table. Errors: usage, for columns that there are not. */
export function viewOf({ all = false, columns }: TableFlags, table: 'bench' | 'validate'): TableView {
  const chosen = chosenColumns(columns, table);
  return chosen ? { all, columns: chosen } : { all };
}
