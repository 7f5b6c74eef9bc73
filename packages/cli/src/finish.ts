import type { ExitCode } from './exit-codes.ts';
import { EXIT, worstExit } from './exit-codes.ts';
import { createTerminal } from './output/terminal.ts';
import { reportError, reportProblem } from './output/report-error.ts';
import { finishKept } from './finish-kept.ts';
import { problemOfEnd } from './process/how-it-ended.ts';
import type { OutputFlags } from './process/messages.ts';
import type { WorkerEnd } from './process/run-worker.ts';

const NO_FLAGS: OutputFlags = { json: false, csv: undefined, quiet: false, color: true };

/** Says what happened to a process that worked, and hands out what it told of before it ended or had to be ended. */
export async function finish(end: WorkerEnd, stopped: boolean): Promise<ExitCode> {
  const { kept, flags = NO_FLAGS, doing, step } = end;
  const terminal = createTerminal(process.stdout, process.stderr, flags);
  // Its progress may still stand there.
  if (process.stderr.isTTY && !flags.quiet) process.stderr.write('\r\u001b[2K');
  const problem = stopped ? null : problemOfEnd(end);
  const exitCode = stopped ? EXIT.interrupted : EXIT.failed;
  if (problem) reportProblem(terminal, problem);
  if (!kept) return exitCode;
  try {
    const found = await finishKept({ terminal, json: flags.json, csv: flags.csv }, kept, {
      interrupted: stopped,
      problem,
      doing: step?.words ?? doing,
    });
    return worstExit([exitCode, found ?? EXIT.ok]);
  } catch (error) {
    reportError(terminal, error);
    return exitCode;
  }
}
