import type { CommandDefinition } from '../command.ts';
import { MATRIX_WORDS, withReading } from '../flags/reading.ts';
import { parseCount, parsePositive } from '../flags/values.ts';
import type { PlanFlags } from './run.ts';

export const plan: CommandDefinition = {
  name: 'plan',
  examples: [
    ['spmv plan 494_bus --ranks 64', 'what a product takes on 1 to 64 ranks, by a model'],
    ['spmv plan 494_bus --ranks 64 --latency 1.5 --bandwidth 25', 'hosts joined by such a network'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['keep'],
  needs: { device: 'measure', latency: 'bandwidth', bandwidth: 'latency' },
  rulesOut: { constants: ['measure', 'backend'], bounds: ['by'] },
  declare(command, dispatch) {
    withReading(command.argument('<matrix>', MATRIX_WORDS))
      .description('predict the time of a product on any number of ranks, and count what they exchange')
      .option('--ranks <n>', 'processes that share the rows', parseCount)
      .option('--by <rule>', 'work: as many rows and entries to each, as backend petsc has it; rows: as many rows')
      .option('--bounds <file.json>', 'the rows of each rank, as spmv reorder --bounds wrote them')
      .option('--ranks-per-host <n>', 'default: as many as constants were measured with', parseCount)
      .option('--latency <µs>', 'of a message between hosts; default: as within one', parsePositive)
      .option('--bandwidth <GB/s>', 'of a host to others, with --latency', parsePositive)
      .option('--constants <file.json>', 'what was measured, as --keep wrote it')
      .option('--measure', 'measure the constants on this machine first')
      .option('--keep <file.json>', 'write the constants there')
      .option('-b, --backend <id>', 'whose constants; default the first one that has some')
      .option('--device <name>', 'with --measure: the device of that backend')
      .action((matrix: string, flags: PlanFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
};
