import type { CaseRun, RunnableCase } from '@spmv/engine';
import type { Terminal } from '../output/terminal.ts';

/** The progress line of work on one matrix. */
export interface RowProgress {
  /** Says what is about to be done. */
  step(text: string): void;
  /** Counts a combination that was checked, or another sample of those that are timed. */
  saw(run: CaseRun): void;
}

export interface ProgressOptions {
  /** In front of every line. */
  readonly name: string;
  /** Combinations to check. */
  readonly total: number;
  /** Samples of each; absent where what is timed is counted with what is checked. */
  readonly runs?: number;
  readonly now?: () => number;
}

/** A guess from less than this is none. */
const LEAST_ELAPSED_MS = 2000;

/** `about 40 s left`, from how long a part of the work took; '' where it is too early to tell. */
export function timeLeft(elapsedMs: number, done: number, total: number): string {
  if (done <= 0 || done >= total || elapsedMs < LEAST_ELAPSED_MS) return '';
  const seconds = ((elapsedMs / done) * (total - done)) / 1000;
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return seconds < 5400 ? `about ${Math.round(seconds / 60)} min left` : `about ${(seconds / 3600).toFixed(1)} h left`;
}

/** A progress line that counts, with an estimate of the time left on long work. */
export function createProgress(
  terminal: Pick<Terminal, 'progress'>,
  { name, total, runs, now = () => performance.now() }: ProgressOptions,
): RowProgress {
  const began = now();
  const checked = new Set<RunnableCase>();
  let timing: { readonly text: string; readonly since: number } | undefined;
  let drawn = '';
  const draw = (text: string, count: string, left: string): void => {
    const aside = [count, left].filter((part) => part !== '').join(', ');
    const line = `${name}: ${text}${aside === '' ? '' : ` (${aside})`}`;
    // Between samples nothing is drawn that stands there already.
    if (line !== drawn) terminal.progress(line);
    drawn = line;
  };
  return {
    step(text) {
      timing = runs !== undefined && text.startsWith('timing') ? { text, since: now() } : undefined;
      const count = checked.size > 0 && !timing ? `${checked.size} of ${total}` : '';
      draw(text, count, timing ? '' : timeLeft(now() - began, checked.size, total));
    },
    saw(run) {
      checked.add(run.case);
      const samples = run.times?.hostSamplesMs.length ?? 0;
      if (!timing || runs === undefined || samples === 0 || samples >= runs) return;
      draw(timing.text, `round ${samples} of ${runs}`, timeLeft(now() - timing.since, samples, runs));
    },
  };
}
