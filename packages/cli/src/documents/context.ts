import type { RunEnd } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import type { EngineContext } from '../session/engine-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { OutputContext } from '../output/publish.ts';
import type { DocumentKeeper } from './kept-lists.ts';

/** What every command gets. */
export interface Context extends EngineContext, OutputContext {
  /** What it puts here is handed out even when this process does not come to it. */
  readonly keeper: DocumentKeeper;
  /** The arguments of the command line. */
  readonly commandLine: readonly string[];
}

/**
 * Makes the output of a command from what it kept: in the process that worked, or in the one that waited where the other one ended without.
 * Resolves to the exit code that the results stand for.
 */
export type Finisher = (context: OutputContext, kept: Kept, ending: RunEnd) => Promise<ExitCode>;
