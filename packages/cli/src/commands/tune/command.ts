import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withTiming } from '../flags/timing.ts';
import { parseDuration } from '../flags/values.ts';
import type { TuneFlags } from './run.ts';

export const tune: CommandDefinition = {
  name: 'tune',
  examples: [['spmv tune LF10 --format csr --out tuned.json', 'the best parameters of each kernel']],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['out'],
  readsBeside: [],
  keeps: true,
  declare(command, dispatch) {
    withReading(withTiming(command.argument('[matrices...]', 'not needed if the operation has no stored matrix')))
      .description('search the parameters of every combination for the best, and say what they gain')
      .option('--out <file.json>', 'file to write the best points to')
      .option(
        '--time-budget <time>',
        'time to search in for each matrix (60s, 10m, …); default a minute, and one more for every 500,000 entries',
        parseDuration,
      )
      .option('--no-keep', 'do not keep them for this machine and matrix, where --tuned kept finds them')
      .action((matrices: string[], flags: TuneFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
