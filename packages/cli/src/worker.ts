import { createKeeper } from '@spmv/engine/keeper';
import { EXIT } from './exit-codes.ts';
import type { WorkerOrder, WorkerReport } from './process/messages.ts';
import { reportProblem } from './output/report-error.ts';
import { createTerminal } from './output/terminal.ts';
import { watchFaults } from './process/faults.ts';
import { createLink } from './process/link.ts';
import { flushed, watchOutputs } from './process/outputs.ts';
import { endWithParent } from './process/parent.ts';
import { leaveSignalsToParent } from './process/signals.ts';

/** Behind the errors of matrices. */
const FAULTS = 2 ** 32;
/** As Node ends a module that waits for what cannot come any more. */
const WAITS_IN_VAIN = 13;

/** Ends this process once the one that waits knows its exit code. */
function leave(exitCode: number): void {
  process.send?.({ kind: 'done', exitCode }, () => process.exit(exitCode));
}

/** The process that works: runs one command line, told by the process that waits, and does what that one says. */
async function work(): Promise<void> {
  leaveSignalsToParent();
  // Exit if the supervisor is gone.
  const abandon = (): void => process.exit(EXIT.interrupted);
  process.once('disconnect', abandon);
  endWithParent();
  const stopping = new AbortController();
  const start = new Promise<Extract<WorkerOrder, { readonly kind: 'start' }>>((resolve) => {
    process.on('message', (order: WorkerOrder) => {
      if (order.kind === 'start') resolve(order);
      else stopping.abort(new Error('interrupted'));
    });
  });
  const send = (report: WorkerReport): void => void (process.connected && process.send?.(report));
  const keeper = createKeeper(send);
  const outputs = watchOutputs(leave);
  const faults = watchFaults((problem, place) => {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    reportProblem(createTerminal(process.stdout, process.stderr, { quiet: false, color: true }), problem);
    keeper.put('errors', FAULTS + place, { matrix: '', ...problem, exitCode: EXIT.failed });
  });
  const { runProgram } = await import('./program.ts');
  const { args, excluded, beganAt } = await start;
  const startMs = performance.timeOrigin + performance.now() - beganAt;
  // Waiting for orders is no work: what waits for nothing else has lost its way.
  process.channel?.unref();
  const lost = (): void => process.exit(WAITS_IN_VAIN);
  process.once('beforeExit', lost);
  const link = createLink({ signal: stopping.signal, excluded, keeper, outlive: outputs.outlive, send, faults });
  const code = await runProgram(args, link, startMs);
  await flushed();
  process.off('disconnect', abandon);
  process.off('beforeExit', lost);
  // What a plugin still waits for must not keep the command from ending, nor must letting go of each object of a driver.
  leave((outputs.muted || faults.count > 0) && code === EXIT.ok ? EXIT.failed : code);
}

void work();
