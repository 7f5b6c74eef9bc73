import type { CommandDefinition } from '../command.ts';
import type { KernelsFlags } from './run.ts';

export const kernels: CommandDefinition = {
  name: 'kernels',
  examples: [
    ['spmv kernels', 'every kernel there is'],
    ['spmv kernels --operation spmv', 'those of one operation'],
    ['spmv kernels --csv kernels.csv --quiet', 'as a table for a spreadsheet'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  declare(command, dispatch) {
    command
      .description('kernels installed, their precisions, and the backends that run them')
      .option('--operation <id>', 'only those of this operation')
      .action((flags: KernelsFlags) => dispatch(async (context) => (await import('./run.ts')).run(context, flags)));
  },
};
