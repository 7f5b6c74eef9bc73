import type { CommandDefinition } from '../command.ts';

export const backends: CommandDefinition = {
  name: 'backends',
  examples: [
    ['spmv backends', 'what can run here'],
    ['spmv backends --json', 'the same for a script'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  declare(command, dispatch) {
    command
      .description('backends: installed, available, or why not and how to fix it')
      .action(() => dispatch(async (context) => (await import('./run.ts')).run(context)));
  },
};
