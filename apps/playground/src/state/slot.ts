import type { HeldMatrix } from '../matrix/client.ts';
import { loadMatrix, MatrixError } from '../matrix/client.ts';
import { problemOf } from '../matrix/problem.ts';
import type { LoadProgress, MatrixFault } from '../matrix/protocol.ts';
import type { PageMatrixSource, SourceName } from '../matrix/source.ts';
import { nameOfSource } from '../matrix/source.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';

/** What is where a matrix can be. */
export type SlotState =
  | { readonly status: 'empty' }
  | {
      readonly status: 'loading';
      readonly name: SourceName;
      readonly progress: LoadProgress | undefined;
      cancel(): void;
    }
  | { readonly status: 'loaded'; readonly name: SourceName; readonly matrix: HeldMatrix }
  | { readonly status: 'failed'; readonly name: SourceName; readonly problem: MatrixFault };

/** A place for one matrix. */
export interface Slot {
  readonly state: Store<SlotState>;
  /** Reads a matrix in place of what was there; whatever that was doing ends. */
  open(source: PageMatrixSource): void;
  clear(): void;
  /** Says why there is no matrix. */
  fail(name: SourceName, problem: MatrixFault): void;
}

const EMPTY: SlotState = { status: 'empty' };

/** Reads in a worker. Where the browser starts none, that is how reading ended. */
function loading(...wanted: Parameters<typeof loadMatrix>): ReturnType<typeof loadMatrix> {
  try {
    return loadMatrix(...wanted);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const problem = {
      code: 'PAGE.NO_WORKER',
      message: `This browser starts no worker for the page, and matrices are read in one (${said}).`,
      fix: 'Allow scripts of this site in the settings and extensions of the browser, or use another browser.',
    };
    return { done: Promise.reject(new MatrixError(problem)), cancel: () => undefined };
  }
}

export function createSlot(): Slot {
  const state = createStore<SlotState>(EMPTY);
  const release = (): void => {
    const now = state.get();
    if (now.status === 'loading') now.cancel();
    if (now.status === 'loaded') now.matrix.dispose();
  };

  function open(source: PageMatrixSource): void {
    release();
    const name = nameOfSource(source);
    const isCurrent = (): boolean => {
      const now = state.get();
      return now.status === 'loading' && now.cancel === cancel;
    };
    const { done, cancel } = loading(source, (progress) => {
      if (isCurrent()) state.set({ status: 'loading', name, progress, cancel });
    });
    state.set({ status: 'loading', name, progress: undefined, cancel });
    void settle(done, name, isCurrent);
  }

  /** Shows how reading ended, unless something else was opened meanwhile. */
  async function settle(done: Promise<HeldMatrix>, name: SourceName, isCurrent: () => boolean): Promise<void> {
    try {
      const matrix = await done;
      if (isCurrent()) state.set({ status: 'loaded', name, matrix });
      else matrix.dispose();
    } catch (error) {
      const problem = error instanceof MatrixError ? error.problem : problemOf(error);
      if (isCurrent()) state.set({ status: 'failed', name, problem });
    }
  }

  return {
    state,
    open,
    clear() {
      release();
      state.set(EMPTY);
    },
    fail(name, problem) {
      release();
      state.set({ status: 'failed', name, problem });
    },
  };
}
