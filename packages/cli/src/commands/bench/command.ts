import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import type { TableFlags } from '../flags/table.ts';
import { withTable } from '../flags/table.ts';
import type { TimingFlags } from '../flags/timing.ts';
import { withTiming } from '../flags/timing.ts';

export type BenchFlags = TimingFlags & TableFlags;

export const bench: CommandDefinition = {
  name: 'bench',
  examples: [
    ['spmv bench LF10', 'which format and kernel for this matrix?'],
    ['spmv bench LF10 --format csr,ellpack --precision f64 --json', 'all samples, for spmv compare'],
  ],
  declare(command, dispatch) {
    withTable(withReading(withTiming(command.argument('[matrices...]', 'default: some of the bundled ones'))))
      .description('check every combination and time those that are right, side by side')
      .action((matrices: string[], flags: BenchFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
