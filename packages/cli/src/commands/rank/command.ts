import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withSolverPlace } from '../flags/solver-place.ts';
import { parseInteger, parsePositive, parseShare } from '../flags/values.ts';
import type { RankFlags } from './run.ts';

export const rank: CommandDefinition = {
  name: 'rank',
  examples: [
    ['spmv rank Harvard500 --reverse --top 5', 'the five pages with the highest rank: here columns link to rows'],
    ['spmv rank Harvard500 --out ranks.mtx', 'all ranks into a file, rows linking to columns'],
  ],
  obeys: ['json', 'plugin'],
  writes: ['out'],
  declare(command, dispatch) {
    withSolverPlace(
      withReading(
        command.argument('<graph>', 'a square matrix; entry (i, j) is a link from i to j, its value a weight'),
      ),
    )
      .description('PageRank of the nodes of a graph')
      .option('--top <n>', 'nodes to print; default 10', parseInteger, 10)
      .option(
        '--damping <number>',
        'part of the walk that follows links; default 0.85',
        (text) => parseShare(text, 1),
        0.85,
      )
      .option('--personal <file>', 'weights of the nodes where the walk begins anew; default all alike')
      .option('--reverse', 'links lead the other way: entry (i, j) from j to i')
      .option('--unweighted', 'every link counts alike, whatever its value')
      .option('--tol <number>', 'what all ranks together may still change; default 1e-9', parsePositive, 1e-9)
      .option('--maxiter <n>', 'most iterations; default 1000', parseInteger, 1000)
      .option('--out <file>', 'write all ranks there: .mtx, .mtx.gz, .npy or what plugins write')
      .action((graph: string, flags: RankFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, graph, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
