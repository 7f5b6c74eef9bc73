import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { parsePositive } from '../flags/values.ts';
import type { ConformFlags } from './run.ts';

export const conform: CommandDefinition = {
  name: 'conform',
  examples: [['spmv conform @spmv/backend-serial --out report.json', 'does a plugin keep its promises?']],
  declare(command, dispatch) {
    withReading(
      command
        .argument('<plugin>', 'a package or path')
        .argument('[matrices...]', 'to try where the kit has none that its formats accept'),
    )
      .description('run the conformance kit on an installed plugin')
      .option('--strict', 'what is unavailable, or was not tried, is a failure')
      .option('--tier <name>', 'quick, full or large', 'quick')
      .option('--out <file.json>', 'where the report is kept', 'conformance.json')
      .option('--timeout <seconds>', 'most that one case may take', parsePositive, 120)
      .action((plugin: string, matrices: string[], flags: ConformFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, plugin, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
