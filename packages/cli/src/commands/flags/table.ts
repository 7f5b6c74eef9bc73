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
    .option('--all', 'every row; otherwise the ten that tell most')
    .option(
      '--columns <names>',
      'these columns, with commas, a unit after a colon (median:us), or all; a wrong name lists them',
      collectList,
    );
}
