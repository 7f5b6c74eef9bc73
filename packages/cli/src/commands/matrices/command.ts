import type { CommandDefinition } from '../command.ts';

export const matrices: CommandDefinition = {
  name: 'matrices',
  examples: [['spmv matrices', 'names to use where a matrix is asked for']],
  obeys: ['json', 'csv'],
  declare(command, dispatch) {
    command
      .description('matrices that come with the command, and generators')
      .action(() => dispatch(async (context) => (await import('./run.ts')).run(context)));
  },
};
