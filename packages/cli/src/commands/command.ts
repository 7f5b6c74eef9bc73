import type { Command } from 'commander';
import type { Context, Finisher } from '../documents/context.ts';
import type { ExitCode } from '../exit-codes.ts';

/**
 * Runs a command with a context made from the global flags, and turns what it throws into words and an exit code. The output of a command that
 * keeps its results is made here, also when it threw.
 */
export type Dispatch = (command: (context: Context) => Promise<ExitCode | undefined>) => Promise<void>;

/** One command of `spmv`: light to load, what it does is loaded when it is asked for. Flags and arguments are named as commander does: `maxBytes`. */
export interface CommandDefinition {
  readonly name: string;
  /** Command lines that work as they stand, each with what it is for. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Which of these flags of the program it obeys; any other is refused. */
  readonly obeys: readonly ('json' | 'csv' | 'plugin')[];
  /** Flags and arguments that name files which it writes; every other file that it is given is read. */
  readonly writes?: readonly string[];
  /** Given where it also reads the vectors that lie beside a matrix: flags in whose place it does. */
  readonly readsBeside?: readonly string[];
  /** Whether it keeps something in the user's cache, unless `--no-keep` says otherwise. */
  readonly keeps?: boolean;
  /** Flags that mean something only beside another flag or argument, or one of several, by which. */
  readonly needs?: Readonly<Record<string, string | readonly string[]>>;
  /** Flags beside which others mean nothing, by which. */
  readonly rulesOut?: Readonly<Record<string, readonly string[]>>;
  /** Adds arguments, description, flags and the action. */
  declare(command: Command, dispatch: Dispatch): void;
  /** For a command that keeps its results: loads who makes its output from them. */
  finisher?(): Promise<Finisher>;
}
