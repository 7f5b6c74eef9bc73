import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withReport } from '../flags/report.ts';
import { withTiming } from '../flags/timing.ts';
import { collectList } from '../flags/values.ts';
import type { SweepFlags } from './run.ts';

export const sweep: CommandDefinition = {
  name: 'sweep',
  examples: [
    ['spmv sweep size --values 4,8 --backend serial --format csr', 'time over the size of a stencil'],
    ['spmv sweep vectors LF10 --operation spmm --values 1,4', 'several vectors, and as many single products'],
    ['spmv sweep density --values 0.01,0.1 -b serial -k js/csr', 'over the density of a matrix'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['report'],
  readsBeside: [],
  declare(command, dispatch) {
    withReport(
      withReading(
        withTiming(
          command
            .argument(
              '<what>',
              'threads, blockSize, threadsPerRow, chunk, schedule, density, size, or a size of the operation',
            )
            .argument('[matrix]', 'for parameters and sizes of the operation: the matrix'),
        ),
      ),
    )
      .description('the curves of the papers: time over a parameter, density or size')
      .option(
        '--values <list>',
        'points of the curve, with commas; --size may give those of sizes of the operation',
        collectList,
      )
      .option('--generator <spec>', 'for density and size: gen:NAME?key=value of the other options')
      .option(
        '--against <operations>',
        'for density and sizes of the operation: what else does the same, or none; default for density gemm where installed, for sizes spmv',
        collectList,
      )
      .action((what: string, matrix: string | undefined, flags: SweepFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, what, matrix, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
