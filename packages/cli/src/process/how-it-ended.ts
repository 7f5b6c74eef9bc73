import type { ReportedError } from '@spmv/engine/basics';
import type { WorkerEnd } from './run-worker.ts';

const CRASHES: Readonly<Record<string, string>> = {
  SIGKILL: 'was killed (SIGKILL), as the system does when memory runs out',
  SIGABRT: 'was aborted (SIGABRT), as Node is when memory runs out',
  SIGTRAP: 'was aborted (SIGTRAP), as Node is when memory runs out',
};

/** `took longer than 10 s`, `was killed (SIGKILL) …`, `ended with exit code 0 before it was done`. */
export function howItEnded({ late, step, code, signal }: Pick<WorkerEnd, 'late' | 'step' | 'code' | 'signal'>): string {
  if (late && step) return `took longer than ${step.limitMs / 1000} s`;
  if (signal !== null) return CRASHES[signal] ?? `crashed (${signal})`;
  if (code === 13) return 'waits for something that can no longer happen (exit code 13)';
  return `ended with exit code ${code ?? '?'} before it was done`;
}

/** What is told of a process that ended while it worked. */
export function problemOfEnd(end: WorkerEnd): ReportedError {
  const what = end.step?.words ?? end.doing;
  const how = howItEnded(end);
  return {
    code: null,
    reason: end.late
      ? `${what} ${how}.`
      : `The worker process ${how}.${what === '' ? '' : ` It was working on: ${what}.`}`,
    fix: how.includes('memory runs out')
      ? 'Lower --max-bytes, choose fewer formats with --format, or use a machine with more memory.'
      : 'Leave out what it was working on with --backend, --format or --kernel, and tell the author of that plugin.',
  };
}
