import type { CommandDefinition } from '../command.ts';

export const kernels: CommandDefinition = {
  name: 'kernels',
  examples: [
    ['spmv kernels', 'every kernel there is'],
    ['spmv kernels --csv kernels.csv --quiet', 'as a table for a spreadsheet'],
  ],
  declare(command, dispatch) {
    command
      .description('kernels installed, their precisions, and the backends that run them')
      .action(() => dispatch(async (context) => (await import('./run.ts')).run(context)));
  },
};
