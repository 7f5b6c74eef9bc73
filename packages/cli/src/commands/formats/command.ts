import type { CommandDefinition } from '../command.ts';

export const formats: CommandDefinition = {
  name: 'formats',
  examples: [['spmv formats', 'every format there is']],
  obeys: ['json', 'csv', 'plugin'],
  declare(command, dispatch) {
    command
      .description('storage formats installed, their parameters and kernels')
      .action(() => dispatch(async (context) => (await import('./run.ts')).run(context)));
  },
};
