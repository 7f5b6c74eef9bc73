import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { parsePositive } from '../flags/values.ts';
import type { ConformFlags } from './run.ts';

export const conform: CommandDefinition = {
  name: 'conform',
  examples: [['spmv conform @spmv/backend-serial --out report.json', 'does a plugin keep its promises?']],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['out'],
  declare(command, dispatch) {
    withReading(
      command
        .argument('<plugin>', 'a package or path')
        .argument('[matrices...]', 'to try if its formats accept none of the matrices of the kit'),
    )
      .description('run the conformance kit on an installed plugin')
      .option('--strict', 'whatever is unavailable or was not tried counts as a failure')
      .option('--tier <name>', 'quick, full or large', 'quick')
      .option('--out <file.json>', 'file to write the report to')
      .option('--timeout <seconds>', 'longest time that one case may take', parsePositive, 120)
      .action((plugin: string, matrices: string[], flags: ConformFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, plugin, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
