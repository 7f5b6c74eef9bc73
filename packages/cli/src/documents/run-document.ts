import type { Context } from '../context.ts';
import type { Agreement } from '../engine/agreement.ts';
import type { SolutionCheck } from '../engine/solution.ts';
import type { MatrixFailure, Session, SessionOptions } from '../engine/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT, worstExit } from '../exit-codes.ts';
import type { BackendRow } from './backend-rows.ts';
import { backendRows } from './backend-rows.ts';
import type { HostBlock } from './host.ts';
import { hostBlock } from './host.ts';
import type { MatrixBlock, ValidateResult } from './result.ts';

/** What is said once per matrix, beside its results. */
export interface MatrixSummary {
  readonly matrix: MatrixBlock;
  readonly readMs: number;
  readonly agreement: readonly Agreement[];
  /** How well the x beside the matrix solves A·x = b with the b beside it. */
  readonly solution?: SolutionCheck;
  /** Serial CSR in this run, by precision: what speed-ups refer to. */
  readonly baselineMs?: Readonly<Record<string, number>>;
  readonly verdicts?: readonly { readonly precision: string; readonly text: string; readonly ties: number }[];
}

/** `spmv.bench/1` and `spmv.validate/1`. Fields only get added. */
export interface RunDocument<R extends ValidateResult = ValidateResult> {
  readonly schema: string;
  readonly started: string;
  readonly host: HostBlock;
  readonly options: Omit<SessionOptions, 'selection'>;
  readonly backends: readonly BackendRow[];
  readonly matrices: readonly MatrixSummary[];
  readonly results: readonly R[];
  /** Matrices that could not be read or made. */
  readonly errors: readonly MatrixFailure[];
  /** True when Ctrl-C ended the run early. */
  readonly interrupted: boolean;
}

export interface RunParts<R extends ValidateResult> {
  readonly schema: string;
  readonly started: Date;
  readonly options: SessionOptions;
  readonly session: Session;
  readonly matrices: readonly MatrixSummary[];
  readonly results: readonly R[];
  readonly errors: readonly MatrixFailure[];
}

export async function runDocument<R extends ValidateResult>(context: Context, parts: RunParts<R>): Promise<RunDocument<R>> {
  const { seed, alpha, beta, maxBytes, runs } = parts.options;
  return {
    schema: parts.schema,
    started: parts.started.toISOString(),
    host: hostBlock(),
    options: { seed, alpha, beta, maxBytes, ...(runs === undefined ? {} : { runs }) },
    backends: await backendRows(parts.session.installation, parts.session.backends),
    matrices: parts.matrices,
    results: parts.results,
    errors: parts.errors,
    interrupted: context.signal.aborted,
  };
}

/** The exit code a run document stands for. */
export function exitOfRun(document: RunDocument, asked: readonly string[] | undefined): ExitCode {
  const codes: ExitCode[] = document.errors.map(({ exitCode }) => exitCode);
  if (document.interrupted) codes.push(EXIT.interrupted);
  for (const { status, code, backend } of document.results) {
    if (status === 'failed') codes.push(code?.startsWith('RESULT.') ? EXIT.invalid : EXIT.failed);
    if (status === 'unavailable' && asked?.includes(backend)) codes.push(EXIT.unavailable);
  }
  for (const { agreement } of document.matrices) if (agreement.some(({ ratio }) => !(ratio <= 1))) codes.push(EXIT.invalid);
  const nothing = !document.results.some(({ status }) => status === 'ok');
  if (nothing && codes.length === 0) codes.push(EXIT.failed);
  return worstExit(codes);
}

/** `12 ok, 4 refused, 0 failed, 0 unavailable`. */
export function countsLine(results: readonly ValidateResult[]): string {
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  return `${count('ok')} ok, ${count('refused')} refused, ${count('failed')} failed, ${count('unavailable')} unavailable`;
}
