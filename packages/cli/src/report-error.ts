import { problemOf } from './cli-error.ts';
import type { Terminal } from './output/terminal.ts';

/** Tells the user what went wrong and what to do; where in the program only under SPMV_DEBUG=1. */
export function reportError(terminal: Terminal, error: unknown, env: NodeJS.ProcessEnv = process.env): void {
  const { code, reason, fix } = problemOf(error);
  terminal.clearProgress();
  terminal.complain(`${terminal.talkStyle('red', 'error:')} ${reason}${code === null ? '' : terminal.talkStyle('dim', ` [${code}]`)}`);
  terminal.complain(`  ${fix}`);
  if ((env['SPMV_DEBUG'] ?? '') === '' || !(error instanceof Error)) return;
  for (let at: unknown = error; at instanceof Error; at = at.cause) terminal.complain(at.stack ?? at.message);
}
