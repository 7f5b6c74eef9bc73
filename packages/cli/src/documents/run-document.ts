import type { RunEnd, ProblemBlock, RunDocument, RunHead, ValidateResult } from '@spmv/engine';
import type { PhaseTimes } from '@spmv/engine/basics';
import type { Kept } from '@spmv/engine/keeper';
import { copyRate, countsLine, disagrees, runDocument as documentOf } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import type { Context } from './context.ts';
import type { BackendSession } from '../session/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT, worstExit } from '../exit-codes.ts';
import { backendRows } from './backend-rows.ts';
import { hostBlock } from './host.ts';
import type { CommandHead } from './kept-run.ts';
import { leftOutRows } from '../discovery/left-out.ts';
import { THIS_HOST } from '../host/this-host.ts';

/** The document of what was kept on this machine, finished or not. */
export function runDocument<R extends ValidateResult>(kept: Kept, ending: RunEnd): RunDocument<R> {
  return documentOf<R>(kept, ending, hostBlock((kept.head as RunHead).load));
}

/** Opens the document of a run: what is said once, the backends, for a report with what they copy, and the plugins that are left out. */
export async function beginRun(
  context: Context,
  command: string,
  head: CommandHead,
  { installation, backends }: Pick<BackendSession, 'installation' | 'backends'>,
): Promise<void> {
  context.keeper.begin(command, head);
  const rows = await backendRows(installation, backends);
  for (const [b, row] of rows.entries()) context.keeper.put('backends', b, row);
  for (const [p, row] of leftOutRows(installation).entries()) context.keeper.put('leftOut', p, row);
  if (head.report === undefined) return;
  for (const [b, row] of rows.entries()) {
    const opened = backends.open.find(({ backend }) => backend.id === row.id);
    if (!opened || context.signal.aborted) continue;
    // A report without a roof is still one: the backend's own words come with the first product.
    const rate = await context.stopwatch.during('measure copies', () =>
      copyRate(opened, THIS_HOST).catch(() => undefined),
    );
    if (rate !== undefined) context.keeper.put('backends', b, { ...row, copyGbPerSecond: rate });
  }
}

/** Problems on which no combination was compared with anything, though there was time: nothing can be said of them. */
function comparedNothing({ matrices, results, outOfTime = [] }: RunDocument): readonly ProblemBlock[] {
  const keyOf = ({ name, source }: ProblemBlock): string => JSON.stringify([name, source]);
  const compared = new Set(
    results
      .filter((row) => !('imported' in row) && (row.status === 'ok' || row.errorRatio !== null))
      .map(({ problem }) => keyOf(problem)),
  );
  const late = new Set(outOfTime.map(({ matrix: name, source }) => JSON.stringify([name, source])));
  return matrices
    .map(({ problem }) => problem)
    .filter((problem) => !compared.has(keyOf(problem)) && !late.has(keyOf(problem)));
}

/** The exit code a run document stands for. */
export function exitOfRun(
  document: RunDocument,
  { asked, strict = false }: Pick<CommandHead, 'asked' | 'strict'>,
): ExitCode {
  const codes: number[] = document.errors.map(({ exitCode }) => exitCode);
  if (document.interrupted) codes.push(EXIT.interrupted);
  for (const { status, code, backend, kernel } of document.results) {
    if (status === 'failed') codes.push(code?.startsWith('RESULT.') ? EXIT.invalid : EXIT.failed);
    // The backend of a kernel whose code is missing is there.
    if (status === 'unavailable' && (strict || (kernel === null && asked?.includes(backend))))
      codes.push(EXIT.unavailable);
  }
  if (strict && document.leftOut.length > 0) codes.push(EXIT.unavailable);
  for (const { agreement, solution } of document.matrices) {
    if (agreement.some(disagrees) || solution?.agrees === false) codes.push(EXIT.invalid);
    if (strict && agreement.some(({ judged }) => judged.byNobody > 0)) codes.push(EXIT.failed);
  }
  const nothing = comparedNothing(document).length > 0 || document.matrices.length === 0;
  if (nothing && codes.length === 0) codes.push(EXIT.failed);
  return worstExit(codes);
}

/** A line for each problem that nothing was compared on. */
export function nothingLines(document: RunDocument): readonly string[] {
  return comparedNothing(document).map(
    ({ name }) => `${name}: nothing was compared, so nothing is known about it. The reasons are above.`,
  );
}

/** `2 matrices: 4 ok, 0 refused, …`, or problems where the operation stores no matrix. */
export function problemsCount({ matrices, results }: RunDocument): string {
  if (matrices.length === 0) return 'Nothing was read';
  const stored = matrices.every(({ matrix }) => matrix !== null);
  const count = stored
    ? counted(matrices.length, 'matrix', 'matrices')
    : counted(matrices.length, 'problem', 'problems');
  return `${count}: ${countsLine(results)}`;
}

/** What `--strict` makes a failure of that no row shows: elements that nobody judged. */
export function strictLines(
  { matrices }: RunDocument,
  { strict = false }: Pick<CommandHead, 'strict'>,
): readonly string[] {
  const nobody = matrices.flatMap(({ agreement }) => agreement).reduce((sum, { judged }) => sum + judged.byNobody, 0);
  if (!strict || nobody === 0) return [];
  const elements = counted(nobody, 'element', 'elements');
  return [
    `Nobody judged ${elements}, which --strict takes for a failure: name more kernels or backends to compare with.`,
  ];
}

/** What is said of where the time of a run went: the largest parts, and the rest. */
export function tookText(timings: PhaseTimes, what = 'Took'): string {
  const total = Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  if (total === 0) return '';
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}\u00a0s`;
  const large = Object.entries(timings)
    .filter(([, ms]) => ms >= 0.1 * total)
    .sort(([, a], [, b]) => b - a);
  return `${what} ${seconds(total)}: ${large.map(([phase, ms]) => `${phase} ${seconds(ms)}`).join('; ')}.`;
}
