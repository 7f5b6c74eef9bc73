import type { Context } from '../context.ts';
import type { MatrixSource } from '../matrices/matrix-source.ts';
import { reportProblem } from '../report-error.ts';
import type { MatrixFailure, MatrixReport, Session } from './session.ts';

/** Runs a session over matrices until done or interrupted. A matrix that cannot be read is told, kept and passed over. */
export async function collect(
  context: Context, session: Session, sources: readonly MatrixSource[], onReport: (report: MatrixReport) => void,
): Promise<readonly MatrixFailure[]> {
  const errors: MatrixFailure[] = [];
  for (const source of sources) {
    if (context.signal.aborted) break;
    const report = await session.run(source);
    if ('reason' in report) {
      if (context.signal.aborted) break;
      errors.push(report);
      reportProblem(context.terminal, report);
    } else onReport(report);
  }
  return errors;
}
