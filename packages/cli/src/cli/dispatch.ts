import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';

/**
 * Runs a command with a context made from the global flags, and turns what it throws into words and an exit code. The output of a command that
 * keeps its results is made here, also when it threw.
 */
export type Dispatch = (command: (context: Context) => Promise<ExitCode | undefined>) => Promise<void>;
