import type { ReportedError } from '@spmv/engine/basics';
import { problemOf } from '../cli-error.ts';
import type { Terminal } from './terminal.ts';

/** `error: what is wrong [CODE]` and, below, what to do. */
export function reportProblem(terminal: Terminal, { code, reason, fix }: ReportedError): void {
  terminal.clearProgress();
  terminal.warn(
    `${terminal.noteStyle('red', 'error:')} ${reason}${code === null ? '' : terminal.noteStyle('dim', ` [${code}]`)}`,
  );
  terminal.warn(`  ${fix}`);
}

/** The same for anything thrown; where in the program only under SPMV_DEBUG=1. */
export function reportError(terminal: Terminal, error: unknown, env: NodeJS.ProcessEnv = process.env): void {
  reportProblem(terminal, problemOf(error));
  if ((env['SPMV_DEBUG'] ?? '') === '' || !(error instanceof Error)) return;
  for (let at: unknown = error; at instanceof Error; at = at.cause) terminal.warn(at.stack ?? at.message);
}
