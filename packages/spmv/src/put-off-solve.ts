import type { SolveOptions, SolveResult } from '@spmv/solvers';

/** Of a solve while nothing is chosen. */
export interface PutOffSolve {
  /** Milliseconds of products before a choice is due. */
  readonly leftMs: number;
  /** Milliseconds that a choice takes. */
  readonly chooseMs: number;
  /** How many times as long as what may be chosen what there is may take. */
  readonly gain: number;
}

/** What came of it. */
export interface PutOffResult<R> {
  /** Absent where it is worth beginning anew with what is chosen: `options` are then those of the new solve. */
  readonly result?: R;
  /** What was reached then. */
  readonly ended?: R;
  readonly options: SolveOptions;
  /** Milliseconds of iterations. */
  readonly spentMs: number;
}

/** `rtol` where none is given, as of the solvers. */
const RTOL = 1e-5;

type Callback = Exclude<SolveOptions['callback'], undefined>;
type Check = Parameters<Callback>[0];

/** Whether one method solves that may end early, and nothing is wrong with what is added to: what is, the solvers refuse. */
function mayEnd({ method, callback, signal }: SolveOptions): boolean {
  const hears = signal === undefined || (typeof signal === 'object' && signal !== null && 'addEventListener' in signal);
  return method !== undefined && hears && (callback === undefined || typeof callback === 'function');
}

/** ‖b − Ax‖ that is asked for. */
function targetOf(b: ArrayLike<number>, { rtol = RTOL, atol = 0 }: SolveOptions): number {
  let squares = 0;
  for (let i = 0; i < b.length; i++) squares += (b[i] as number) ** 2;
  return Math.max(rtol * Math.sqrt(squares), atol);
}

/** Who is told of checks of the new solve: not of iterations that were told before. */
function after(told: Check | undefined, callback: Callback | undefined): Pick<SolveOptions, 'callback'> {
  if (!callback) return {};
  let isNew = told === undefined;
  return {
    callback: (check) => {
      isNew ||= check.iteration > (told?.iteration ?? 0);
      if (isNew) callback(check);
    },
  };
}

/**
 * Solves with what there is. Where iterations took as long as choosing does, and by how fast ‖b − Ax‖ fell so far what is left takes longer than choosing and the whole solve with what is chosen, it ends without a
 * result. Errors: those of `solve`.
 */
export async function solvePutOff<R extends Pick<SolveResult, 'reason' | 'iterationMs'>>(
  solve: (options: SolveOptions) => Promise<R>,
  b: ArrayLike<number>,
  options: SolveOptions,
  { leftMs, chooseMs, gain }: PutOffSolve,
): Promise<PutOffResult<R>> {
  if (!mayEnd(options)) {
    const result = await solve(options);
    return { result, options, spentMs: result.iterationMs };
  }
  const { callback, signal } = options;
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const beganMs = performance.now();
  let [spentMs, lastMs] = [0, beganMs];
  let [first, last]: [Check | undefined, Check | undefined] = [undefined, undefined];
  let target: number | undefined;
  let isDue = false;
  /** Milliseconds that all iterations take, if ‖b − Ax‖ goes on to fall as it did. */
  const expectedMs = (from: number, to: number): number => {
    target ??= targetOf(b, options);
    return to < from ? (spentMs * Math.log(from / target)) / Math.log(from / to) : Infinity;
  };
  const watch = (check: Check): void => {
    const nowMs = performance.now();
    if (first) spentMs += nowMs - lastMs;
    first ??= check;
    last = check;
    callback?.(check);
    lastMs = performance.now();
    if (spentMs < leftMs || ending.signal.aborted) return;
    isDue = expectedMs(first.residual, check.residual) * (1 - 1 / gain) > chooseMs + nowMs - beganMs;
    if (isDue) ending.abort();
  };
  try {
    const result = await solve({ ...options, callback: watch, signal: ending.signal });
    if (!isDue || result.reason !== 'aborted') return { result, options, spentMs };
    return { ended: result, options: { ...options, ...after(last, callback) }, spentMs };
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** What is given of a solve that began anew: whichever came nearer where the new one was aborted. */
export function nearer<R extends Pick<SolveResult, 'reason' | 'relativeResidual'>>(ended: R | undefined, anew: R): R {
  return ended && anew.reason === 'aborted' && ended.relativeResidual < anew.relativeResidual ? ended : anew;
}
