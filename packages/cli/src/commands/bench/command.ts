import type { Command } from 'commander';
import { Option } from 'commander';
import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withReport } from '../flags/report.ts';
import { withTable } from '../flags/table.ts';
import { withTiming } from '../flags/timing.ts';
import { collectRaw, parseBytes, parseDuration, parseCount } from '../flags/values.ts';
import type { BenchFlags } from './bench-flags.ts';

export const bench: CommandDefinition = {
  name: 'bench',
  examples: [
    ['spmv bench LF10', 'which format and kernel for this matrix?'],
    ['spmv bench LF10 --time-budget 60s --processes 2', 'in two processes, in a minute together'],
    ['spmv bench LF10 --operation spgemm', 'A·A, where @spmv/spgemm is installed'],
    ['spmv bench --operation gemm --size m,n,k=32', 'dense products, where @spmv/gemm is installed'],
    ['spmv bench LF10 --report report.html', 'charts of it as one file, for a browser'],
    ['spmv bench LF10 --format csr,ellpack --precision f64 --json', 'all samples, for spmv compare'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['report'],
  readsBeside: [],
  rulesOut: { uploads: ['cold', 'coldBytes'] },
  declare(command, dispatch) {
    withReport(
      withTable(withReading(withTiming(command.argument('[matrices...]', 'default: some of the bundled ones')))),
    )
      .option('--tuned <file.json>', 'only the points that spmv tune --out wrote, or those that it kept: kept')
      .option('--cold', 'empty the caches before each sample')
      .option('--cold-bytes <size>', 'how much memory that takes; default twice the last-level cache', parseBytes)
      .option('--profile', 'also show how long each worker computes and waits in a product')
      .addOption(
        new Option(
          '--uploads <how>',
          'write what a product reads anew for each: into the same vectors, or into two sets in turns, beside products',
        ).choices(['in-sequence', 'overlapped']),
      )
      .option(
        '--time-budget <time>',
        'measure what fits into this time (60s, 10m, …) and name what is left out',
        parseDuration,
      )
      .option('--processes <n>', 'repeat in this number of fresh processes, and say how they differ', parseCount, 1)
      .option(
        '--resume <file.json>',
        'do not measure again what this earlier document of bench holds; print both together',
      )
      .option('--peer <file.json>', 'also show rows that another program measured (repeatable)', collectRaw)
      .description('check every combination and time those that are right, side by side')
      .action((matrices: string[], flags: Omit<BenchFlags, 'cutBeaten'>, own: Command) => {
        const cutBeaten = own.getOptionValueSource('runs') === 'default';
        return dispatch(async (context) => (await import('./run.ts')).run(context, matrices, { ...flags, cutBeaten }));
      });
  },
  finisher: async () => (await import('./run.ts')).finish,
};
