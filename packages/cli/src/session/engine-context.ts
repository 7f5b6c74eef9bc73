import type { Stopwatch } from '@spmv/engine/basics';
import type { Installation } from '../discovery/installation.ts';
import type { FindFileTypes } from '@spmv/mmio';
import type { CommandReading } from '../matrices/reading.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Link } from '../process/link.ts';

/** What the engine needs of the command that it works for. */
export interface EngineContext {
  readonly terminal: Terminal;
  /** Aborted by the first Ctrl-C: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
  /** Told what takes how long. */
  readonly stopwatch: Stopwatch;
  /** How files are read. */
  readonly reading: CommandReading;
  /** Finds the types of files that plugins bring. */
  readonly fileTypes: FindFileTypes;
  /** Runs foreign code that may not come back. */
  readonly guard: Link['guard'];
  /** Finds the installed plugins, first of all those named here; says what is odd about them. */
  discover(first?: readonly string[]): Promise<Installation>;
}
