import { SpmvError } from '@spmv/core';
import type { BoundPass } from '../bound-operator.ts';
import type { Control } from '../control.ts';
import { CALLER_PARKED, doneWord, EPOCH, JOB_ALPHA, JOB_BETA, JOB_OPERATOR, JOB_PASS, JOB_X, JOB_Y, NEXT, nextEpoch, PARKED, takeFailure } from '../control.ts';
import { pauseFunction, TURNS_PER_LOOK } from '../pause.ts';

/** The calling thread's side of a product. */
export interface Caller {
  /** Runs one pass on the caller and team − 1 workers; returns when all are done. Allocates nothing. */
  run(pass: BoundPass, team: number, operator: number, index: number, x: number, y: number, alpha: number, beta: number): void;
  /** Runs the parts of all threads in this one. */
  runAlone(pass: BoundPass, team: number, x: number, y: number, alpha: number, beta: number): void;
  /** Publishes an epoch that no one is waited for. */
  publish(team: number, operator: number): number;
}

export interface CallerOptions {
  readonly control: Control;
  readonly spinMilliseconds: number;
  /** Throws when the worker has ended: asked when it has not been heard of for a while. */
  checkAlive(worker: number): void;
}

/**
 * The others should be done about when this thread is. It looks for as long again twice over, but at least this long, before it
 * sleeps: a worker that takes longer may be waiting for the very core that this thread looks on.
 */
const LEAST_LOOK_MS = 0.05;
/** Longest sleep between two looks at whether the worker still lives. */
const SLEEP_MS = 100;

/** Whether this thread may sleep: Node's threads and every worker may, the main thread of a browser page may not. */
function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
    return true;
  } catch {
    return false;
  }
}

function kernelFailed(thread: number, reason: string): SpmvError {
  return new SpmvError('BACKEND.FAILED', `The kernel failed in thread ${thread}: ${reason}.`, {
    fix: 'The contents of y are undefined; check the matrix with checkStored, and report the kernel.',
    details: { thread, reason },
  });
}

/**
 * Writes a word that differs. Workers look at the line of the job all the time: every write of it makes each of them fetch it again,
 * and a product like the one before needs none but the epoch.
 */
function setWord(words: Int32Array, at: number, value: number): void {
  if (words[at] !== value) words[at] = value;
}

export function createCaller({ control, spinMilliseconds, checkAlive }: CallerOptions): Caller {
  const { words, doubles } = control;
  const pause = pauseFunction();
  const sleeps = maySleep();

  const publish = (team: number, operator: number): number => {
    setWord(words, JOB_OPERATOR, operator);
    const epoch = nextEpoch(words[EPOCH] as number, team);
    Atomics.store(words, EPOCH, epoch);
    if (Atomics.load(words, PARKED) > 0) Atomics.notify(words, EPOCH);
    return epoch;
  };

  /** Products in a row in which this thread slept. */
  let naps = 0;
  let slept = false;
  /**
   * How long to look. Workers that had to be woken may take longer than a short look each time, and sleep again because of it: after
   * 2, 4, 8 … products with sleep one long look finds out whether they keep up once they are awake.
   */
  const lookFor = (elapsed: number): number => {
    const long = naps >= 2 && (naps & (naps - 1)) === 0;
    return long ? spinMilliseconds : Math.min(spinMilliseconds, Math.max(LEAST_LOOK_MS, 2 * elapsed));
  };

  /** Looks, then sleeps, until worker `worker` has done this epoch. */
  const await1 = (worker: number, epoch: number, begin: number): void => {
    const done = doneWord(worker);
    let until = 0;
    let checked = 0;
    for (let turn = 1; Atomics.load(words, done) !== epoch; turn++) {
      pause();
      if (turn % TURNS_PER_LOOK !== 0) continue;
      const now = performance.now();
      if (until === 0) {
        until = now + lookFor(now - begin);
        checked = now + SLEEP_MS;
      }
      if (now > checked) {
        checkAlive(worker);
        checked = now + SLEEP_MS;
      }
      if (sleeps && now > until) sleepUntilDone(done, epoch);
    }
  };

  const sleepUntilDone = (done: number, epoch: number): void => {
    slept = true;
    Atomics.store(words, CALLER_PARKED, 1);
    const seen = Atomics.load(words, done);
    if (seen !== epoch) Atomics.wait(words, done, seen, SLEEP_MS);
    Atomics.store(words, CALLER_PARKED, 0);
  };

  const awaitTeam = (team: number, epoch: number, begin: number): void => {
    slept = false;
    for (let worker = 1; worker < team; worker++) await1(worker, epoch, begin);
    naps = slept ? naps + 1 : 0;
  };

  const checkFailures = (team: number): void => {
    let first: SpmvError | undefined;
    // All are taken: one that stayed would be thrown by a later product.
    for (let worker = 1; worker < team; worker++) {
      const reason = takeFailure(words, worker);
      if (reason !== undefined) first ??= kernelFailed(worker, reason);
    }
    if (first) throw first;
  };

  return {
    run(pass, team, operator, index, x, y, alpha, beta) {
      setWord(words, JOB_PASS, index);
      // Addresses above 2 GiB are stored as negative words.
      setWord(words, JOB_X, x | 0);
      setWord(words, JOB_Y, y | 0);
      if (!Object.is(doubles[JOB_ALPHA], alpha)) doubles[JOB_ALPHA] = alpha;
      if (!Object.is(doubles[JOB_BETA], beta)) doubles[JOB_BETA] = beta;
      setWord(words, NEXT, 0);
      const begin = performance.now();
      const epoch = publish(team, operator);
      try {
        pass(0, x, y, alpha, beta);
      } finally {
        awaitTeam(team, epoch, begin);
      }
      checkFailures(team);
    },
    runAlone(pass, team, x, y, alpha, beta) {
      words[NEXT] = 0;
      for (let thread = 0; thread < team; thread++) pass(thread, x, y, alpha, beta);
    },
    publish,
  };
}
