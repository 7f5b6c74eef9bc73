import type { Problem } from '../cli-error.ts';
import type { EngineContext } from '../engine/engine-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { OutputContext } from '../output/publish.ts';
import type { Kept } from '../process/keeper.ts';
import type { DocumentKeeper } from './kept-lists.ts';

/** What every command gets. */
export interface Context extends EngineContext, OutputContext {
  /** What it puts here is handed out even when this process does not come to it. */
  readonly keeper: DocumentKeeper;
  /** The arguments of the command line. */
  readonly commandLine: readonly string[];
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
