import type { CommandDefinition } from '../command.ts';
import { collectRaw } from '../flags/values.ts';
import type { DoctorFlags } from './run.ts';

export const doctor: CommandDefinition = {
  name: 'doctor',
  examples: [['spmv doctor', 'can this machine be trusted with products?']],
  obeys: ['json', 'csv', 'plugin'],
  declare(command, dispatch) {
    command
      .description('check machine, runtime and plugins, and try a tiny product on each backend')
      .option('--device <backend=name>', 'the device to try of a backend (repeatable)', collectRaw)
      .option('--strict', 'whatever is unavailable counts as a failure')
      .action((flags: DoctorFlags) => dispatch(async (context) => (await import('./run.ts')).run(context, flags)));
  },
};
