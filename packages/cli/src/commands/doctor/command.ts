import type { CommandDefinition } from '../command.ts';
import { collectRaw } from '../flags/values.ts';
import type { DoctorFlags } from './run.ts';

export const doctor: CommandDefinition = {
  name: 'doctor',
  examples: [['spmv doctor', 'can this machine be trusted with products?']],
  declare(command, dispatch) {
    command
      .description('machine, runtime, plugins, and a tiny product on each backend')
      .option('--device <backend=name>', 'the device of a backend to try (repeatable)', collectRaw)
      .option('--strict', 'what is unavailable is a failure')
      .action((flags: DoctorFlags) => dispatch(async (context) => (await import('./run.ts')).run(context, flags)));
  },
};
