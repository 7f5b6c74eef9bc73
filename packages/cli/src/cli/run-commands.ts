import type { Command } from 'commander';
import type { BenchFlags } from '../commands/bench.ts';
import type { ValidateFlags } from '../commands/validate.ts';
import type { Dispatch } from './dispatch.ts';
import { withSelection, withTiming } from './selection-flags.ts';

/** Commands that run products. */
export function addRunCommands(program: Command, dispatch: Dispatch): void {
  withSelection(program.command('validate').argument('<matrices...>'))
    .description('check every backend, format, kernel and parameter against the oracle and one another')
    .option('--default-params', 'only the default parameters; otherwise every point of small spaces, the corners of large ones')
    .action((matrices: string[], flags: ValidateFlags) => dispatch(async (context) => (await import('../commands/validate.ts')).run(context, matrices, flags)));
  withTiming(program.command('bench').argument('[matrices...]', 'default: some of the bundled ones'))
    .description('the same, and time those that are right, side by side')
    .action((matrices: string[], flags: BenchFlags) => dispatch(async (context) => (await import('../commands/bench.ts')).run(context, matrices, flags)));
}
