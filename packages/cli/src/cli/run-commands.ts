import type { Command } from 'commander';
import type { BenchFlags } from '../commands/bench.ts';
import type { CompareFlags } from '../commands/compare.ts';
import { collectList, parseNumber } from '../commands/selection-options.ts';
import type { SweepFlags } from '../commands/sweep.ts';
import type { TuneFlags } from '../commands/tune.ts';
import type { ValidateFlags } from '../commands/validate.ts';
import type { Dispatch } from './dispatch.ts';
import { withSelection, withTiming } from './selection-flags.ts';

/** Commands that run products. */
export function addRunCommands(program: Command, dispatch: Dispatch): void {
  withSelection(program.command('validate').argument('<matrices...>'))
    .description('check every backend, format, kernel and parameter against the oracle and one another')
    .option(
      '--default-params',
      'only the default parameters; otherwise every point of small spaces, the corners of large ones',
    )
    .action((matrices: string[], flags: ValidateFlags) =>
      dispatch(async (context) => (await import('../commands/validate.ts')).run(context, matrices, flags)),
    );
  withTiming(program.command('bench').argument('[matrices...]', 'default: some of the bundled ones'))
    .description('check every combination and time those that are right, side by side')
    .action((matrices: string[], flags: BenchFlags) =>
      dispatch(async (context) => (await import('../commands/bench.ts')).run(context, matrices, flags)),
    );
  withTiming(program.command('tune').argument('<matrices...>'))
    .description('search the parameters of every combination, keep the best, say what it gains')
    .option('--out <file.json>', 'keep the best points there')
    .action((matrices: string[], flags: TuneFlags) =>
      dispatch(async (context) => (await import('../commands/tune.ts')).run(context, matrices, flags)),
    );
  withTiming(
    program
      .command('sweep')
      .argument('<what>', 'threads, block, density or size')
      .argument('[matrix]', 'for threads and block: the matrix'),
  )
    .description('the curves of the papers: time over threads, block size, density or size')
    .option('--values <list>', 'points of the curve, with commas', collectList)
    .option('--generator <spec>', 'for density and size: gen:NAME?key=value of the other options')
    .action((what: string, matrix: string | undefined, flags: SweepFlags) =>
      dispatch(async (context) => (await import('../commands/sweep.ts')).run(context, what, matrix, flags)),
    );
  program
    .command('compare')
    .argument('<a.json>')
    .argument('<b.json>')
    .description('what became faster, slower or broken from A to B, beyond chance')
    .option('--threshold <percent>', 'smallest change that counts', parseNumber, 5)
    .option('--significance <p>', 'largest p that counts', parseNumber, 0.001)
    .action((a: string, b: string, flags: CompareFlags) =>
      dispatch(async (context) => (await import('../commands/compare.ts')).run(context, a, b, flags)),
    );
}
