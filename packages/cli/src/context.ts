import type { Problem } from './cli-error.ts';
import type { Installation } from './discovery/installation.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Reading } from './matrices/reading.ts';
import type { Terminal } from './output/terminal.ts';
import type { Keeper, Kept } from './process/keeper.ts';
import type { Link } from './process/link.ts';

/** Where results go. */
export interface OutputContext {
  readonly terminal: Terminal;
  /** Print one JSON document instead of text. */
  readonly json: boolean;
  /** Also write the rows to this file. */
  readonly csv: string | undefined;
}

/** What every command gets. */
export interface Context extends OutputContext {
  /** Aborted by the first Ctrl-C: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
  /** How files are read. */
  readonly reading: Reading;
  /** What it puts here is handed out even when this process does not come to it. */
  readonly keeper: Keeper;
  /** Runs foreign code that may not come back. */
  readonly guard: Link['guard'];
  /** Finds the installed plugins, first of all those named here; says what is odd about them. */
  discover(first?: readonly string[]): Promise<Installation>;
}

/** How the work of a command came to its end. */
export interface Ending {
  /** True when a signal ended it early. */
  readonly interrupted: boolean;
  /** What ended it before it was done; null when nothing did. */
  readonly problem: Problem | null;
  /** What it was at. */
  readonly doing: string;
}

/**
 * Makes the output of a command from what it kept: in the process that worked, or in the one that waited where the other one ended without.
 * Resolves to the exit code that the results stand for.
 */
export type Finisher = (context: OutputContext, kept: Kept, ending: Ending) => Promise<ExitCode>;
