import type { CooMatrix } from '@spmv/core';
import { useEffect, useState } from 'preact/hooks';
import type { MatrixFault } from '../matrix/protocol.ts';
import { problemOf } from '../matrix/problem.ts';
import type { SolvedWay, SolveMessage } from './solve-matrix.ts';

/** What is known of the solutions of a system. */
export interface Solutions {
  readonly solved: readonly SolvedWay[];
  readonly failed: readonly { readonly title: string; readonly problem: MatrixFault }[];
  /** What is being done; undefined at the end. */
  readonly doing: string | undefined;
}

const BEGUN: Solutions = { solved: [], failed: [], doing: 'Loading the solvers' };

function lost(said: string): MatrixFault {
  return {
    code: 'PAGE.WORKER_LOST',
    message: `The worker that solved has ended${said === '' ? '' : ` (${said})`}: most likely it asked for more memory than this browser gives.`,
    fix: 'Use a smaller matrix, or spmv solve, which has the memory of the machine.',
  };
}

function after(now: Solutions, message: SolveMessage): Solutions {
  switch (message.kind) {
    case 'begins':
      return { ...now, doing: message.title };
    case 'solved':
      return { ...now, solved: [...now.solved, message.solved] };
    case 'failed':
      return { ...now, failed: [...now.failed, message] };
    case 'ended':
      return { ...now, doing: undefined };
  }
}

/** Solves in a worker of its own, which ends with the panel, with another system, or when it is asked to stop. */
export function useSolutions(coo: CooMatrix | undefined): readonly [solutions: Solutions, stop: () => void] {
  const [solutions, setSolutions] = useState(BEGUN);
  const [held] = useState<{ worker?: Worker }>({});
  useEffect(() => {
    setSolutions(BEGUN);
    if (!coo) return undefined;
    const tell = (message: SolveMessage): void => setSolutions((now) => after(now, message));
    const fail = (problem: MatrixFault): void => {
      tell({ kind: 'failed', id: 'all', title: 'Solving', problem });
      tell({ kind: 'ended' });
    };
    let worker: Worker;
    try {
      worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module', name: 'solve' });
    } catch (error) {
      return fail(problemOf(error));
    }
    held.worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<SolveMessage>) => tell(data));
    worker.addEventListener('error', (event) => fail(lost(event.message ?? '')));
    worker.postMessage(coo);
    return () => worker.terminate();
  }, [coo]);
  const stop = (): void => {
    held.worker?.terminate();
    setSolutions((now) => ({ ...now, doing: undefined }));
  };
  return [solutions, stop];
}
