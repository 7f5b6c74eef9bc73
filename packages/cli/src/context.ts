import type { Installation } from './discovery/installation.ts';
import type { Terminal } from './output/terminal.ts';

/** What every command gets. */
export interface Context {
  readonly terminal: Terminal;
  /** Aborted by the first Ctrl-C: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
  /** Print one JSON document instead of text. */
  readonly json: boolean;
  /** Also write the rows to this file. */
  readonly csv: string | undefined;
  /** Finds the installed plugins, first of all those named here; says what is odd about them. */
  discover(first?: readonly string[]): Promise<Installation>;
}
