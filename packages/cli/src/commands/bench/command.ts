import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withTable } from '../flags/table.ts';
import { withTiming } from '../flags/timing.ts';
import { collectRaw, parseBytes, parseDuration, parseInteger } from '../flags/values.ts';
import type { BenchFlags } from './bench-flags.ts';

export const bench: CommandDefinition = {
  name: 'bench',
  examples: [
    ['spmv bench LF10', 'which format and kernel for this matrix?'],
    ['spmv bench LF10 --time-budget 60s --processes 2', 'in two processes, in a minute together'],
    ['spmv bench --operation gemm --size m,n,k=32', 'dense products, where @spmv/gemm is installed'],
    ['spmv bench LF10 --format csr,ellpack --precision f64 --json', 'all samples, for spmv compare'],
  ],
  declare(command, dispatch) {
    withTable(withReading(withTiming(command.argument('[matrices...]', 'default: some of the bundled ones'))))
      .option('--tuned <file.json>', 'only the points that spmv tune --out kept')
      .option('--cold', 'empty the caches before each sample')
      .option('--cold-bytes <size>', 'with so much memory; default twice the last-level cache', parseBytes)
      .option('--time-budget <time>', 'do what fits into 60s, 10m, … and name the rest', parseDuration)
      .option('--processes <n>', 'repeat in so many fresh processes, and say how they differ', parseInteger, 1)
      .option('--resume <file.json>', 'leave out what this earlier document of bench holds, and hand out both')
      .option('--peer <file.json>', 'rows that another program measured, beside (repeatable)', collectRaw)
      .description('check every combination and time those that are right, side by side')
      .action((matrices: string[], flags: BenchFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
