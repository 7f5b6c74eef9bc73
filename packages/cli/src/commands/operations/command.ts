import type { CommandDefinition } from '../command.ts';

export const operations: CommandDefinition = {
  name: 'operations',
  examples: [
    ['spmv operations', 'everything that can be computed'],
    ['spmv operations --csv operations.csv --quiet', 'as a table for a spreadsheet'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  declare(command, dispatch) {
    command
      .description('operations installed, their formulas, options and sizes, and how many kernels compute them')
      .action(() => dispatch(async (context) => (await import('./run.ts')).run(context)));
  },
};
