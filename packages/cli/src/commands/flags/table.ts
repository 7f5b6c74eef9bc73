import type { Command } from 'commander';
import { collectList } from './values.ts';

/** Options of commands that print tables of results. */
export interface TableFlags {
  readonly all?: boolean;
  readonly columns?: readonly string[];
}

/** The flags that say how much of a table is printed. JSON and CSV always hold everything. */
export function withTable(command: Command): Command {
  return command
    .option('--all', 'show every row, not only the ten most important ones')
    .option(
      '--columns <names>',
      'columns to show, separated by commas, or all; a unit may follow a colon (median:us); a wrong name prints the list',
      collectList,
    );
}
