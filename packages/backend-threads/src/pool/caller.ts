import { SpmvError } from '@spmv/core';
import type { BoundPass } from '../bound-operator.ts';
import { forgetEpochs, hasAnswered, hasCome, hasLeft, shutOut } from '../claim.ts';
import type { Control } from '../control.ts';
import {
  CALLER_PARKED,
  doneWord,
  EPOCH,
  JOB_OPERANDS,
  JOB_OPERATOR,
  JOB_PASS,
  JOB_VALUES,
  MAX_THREADS,
  nextEpoch,
  PARKED,
  takeFailure,
} from '../control.ts';
import { pauseFunction, TURNS_PER_LOOK } from '../pause.ts';
import { forgetTaken } from '../schedule/take.ts';
import type { Backoff } from './backoff.ts';

/** A pass as the calling thread runs it with its team. */
export interface TeamPass {
  readonly run: BoundPass;
  /** The operator that workers know it of, and its place there. */
  readonly operator: number;
  readonly index: number;
  /** What the part of each thread of the team is of all work, about. */
  readonly shares: Float64Array;
}

/** The calling thread's side of a product. */
export interface Caller {
  /**
   * Runs one pass on the caller and those of its team's workers that come before the caller has computed their parts; returns when all
   * is done and no worker is at it. Allocates nothing.
   */
  run(pass: TeamPass, job: JobOperands): void;
  /** Runs the parts of all threads in this one. */
  runAlone(pass: TeamPass, job: JobOperands): void;
  /** Publishes an epoch and waits for nobody. */
  publish(team: number, operator: number): number;
}

/** The operands of a product: addresses, then host scalars. Their number is above 0, and no other operands of the pool have it. */
export interface JobOperands {
  id: number;
  readonly values: Float64Array;
}

export interface CallerOptions {
  readonly control: Control;
  readonly spinMilliseconds: number;
  readonly backoff: Backoff;
  /** Throws when the worker has ended. Called when it has not answered for a while. */
  checkAlive(worker: number): void;
  /** Milliseconds. Default: `performance.now`. */
  now?(): number;
}

/**
 * The others should be done about when this thread is. It looks for as long again twice over, but at least this long, before it
 * sleeps: a worker that takes longer may be waiting for the core on which this thread looks.
 */
const LEAST_LOOK_MS = 0.05;
/**
 * Workers that look for work see a product a microsecond or three after it was published. A caller whose own part is done sooner lets
 * them come: to shut out many costs more than they would have taken.
 */
const GRACE_MS = 0.01;
/** Turns of that wait between two looks at the clock. */
const TURNS_OF_GRACE = 8;
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
    fix: 'The contents of y are undefined. Check the matrix with checkStored, and report the kernel.',
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

export function createCaller({
  control,
  spinMilliseconds,
  backoff,
  checkAlive,
  now = () => performance.now(),
}: CallerOptions): Caller {
  const { words, doubles } = control;
  const pause = pauseFunction();
  const sleeps = maySleep();
  /** 1 for each thread of the present product that has begun its part: it is waited for. */
  const begun = new Uint8Array(MAX_THREADS);
  let failure: { readonly error: unknown } | undefined;
  /** When this thread had computed its own part of the present product, as far as somebody looked at the clock since; else 0. */
  let computed = 0;

  const publish = (team: number, operator: number): number => {
    setWord(words, JOB_OPERATOR, operator);
    const epoch = nextEpoch(words[EPOCH] as number, team);
    forgetEpochs(words, epoch);
    Atomics.store(words, EPOCH, epoch);
    if (Atomics.load(words, PARKED) > 0) Atomics.notify(words, EPOCH);
    return epoch;
  };

  const attempt = ({ run }: TeamPass, thread: number): void => {
    if (failure) return;
    try {
      run(thread);
    } catch (error) {
      failure = { error };
    }
  };

  /** Waits until all workers of the team have come, but not longer than {@link GRACE_MS} after `begin`. */
  const awaitComing = (team: number, epoch: number, begin: number): void => {
    let turn = 0;
    for (let worker = 1; worker < team; worker++) {
      while (!hasCome(words, worker, epoch)) {
        if (turn++ % TURNS_OF_GRACE === 0) {
          const time = now();
          if (computed === 0) computed = time;
          if (time - begin > GRACE_MS) return;
        }
        pause();
      }
    }
  };

  /** Looks, then sleeps, until worker `worker` has answered. It has begun its part. */
  const waitForWorker = (worker: number, epoch: number, begin: number): void => {
    let until = 0;
    let checked = 0;
    for (let turn = 1; !hasAnswered(words, worker, epoch); turn++) {
      pause();
      if (turn % TURNS_PER_LOOK !== 0) continue;
      const time = now();
      if (until === 0) {
        if (computed === 0) computed = time;
        until = time + Math.min(spinMilliseconds, Math.max(LEAST_LOOK_MS, 2 * (time - begin)));
        checked = time + SLEEP_MS;
      }
      if (time > checked) {
        checkAlive(worker);
        checked = time + SLEEP_MS;
      }
      if (sleeps && time > until) sleepUntilDone(worker, epoch);
    }
  };

  const sleepUntilDone = (worker: number, epoch: number): void => {
    const done = doneWord(worker);
    Atomics.store(words, CALLER_PARKED, 1);
    const seen = Atomics.load(words, done);
    if (!hasAnswered(words, worker, epoch)) Atomics.wait(words, done, seen, SLEEP_MS);
    Atomics.store(words, CALLER_PARKED, 0);
  };

  const checkFailures = (team: number): void => {
    const mine = failure;
    failure = undefined;
    let first: SpmvError | undefined;
    // All failures are read: one that stayed would be thrown by a later product.
    for (let worker = 1; worker < team; worker++) {
      const reason = takeFailure(words, worker);
      if (reason !== undefined) first ??= kernelFailed(worker, reason);
    }
    if (mine) throw mine.error;
    if (first) throw first;
  };

  const setOperands = ({ id, values }: JobOperands): void => {
    if (doubles[JOB_OPERANDS] === id) return;
    for (let v = 0; v < values.length; v++) doubles[JOB_VALUES + v] = values[v] as number;
    doubles[JOB_OPERANDS] = id;
  };

  const runAlone: Caller['runAlone'] = ({ run, shares }, job) => {
    setOperands(job);
    forgetTaken(words, shares.length);
    for (let thread = 0; thread < shares.length; thread++) run(thread);
  };

  return {
    run(pass, job) {
      const { shares } = pass;
      const team = shares.length;
      const begin = now();
      if (backoff.isActive(begin)) {
        runAlone(pass, job);
        return;
      }
      setWord(words, JOB_PASS, pass.index);
      setOperands(job);
      forgetTaken(words, team);
      computed = 0;
      const epoch = publish(team, pass.operator);
      attempt(pass, 0);
      awaitComing(team, epoch, begin);
      let share = shares[0] as number;
      let shut = 0;
      let others = 0;
      for (let worker = 1; worker < team; worker++) {
        const mine = shutOut(words, worker, epoch);
        begun[worker] = mine ? 0 : 1;
        if (!mine) continue;
        if (shut === 0) shut = now();
        share += shares[worker] as number;
        attempt(pass, worker);
      }
      if (shut !== 0) others = now() - shut;
      for (let worker = 1; worker < team; worker++) {
        if (begun[worker] === 0) continue;
        waitForWorker(worker, epoch, begin);
        if (hasLeft(words, worker, epoch)) attempt(pass, worker);
      }
      if (computed === 0) backoff.helped();
      else {
        const end = now();
        // A thread that does this share of the work in so long does all of it in 1 / share times as long.
        backoff.record(end - begin - (computed - begin + others) / share, end);
      }
      checkFailures(team);
    },
    runAlone,
    publish,
  };
}
