import type { ErrorCode } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { SharedHeap } from '@spmv/kernels-cpu/runtime';
import type { ThreadContext } from '../bound-operator.ts';
import { createThreadContext } from '../bound-operator.ts';
import { CONTROL_BYTES, controlAt, EPOCH, LEAVE } from '../control.ts';
import type { OperatorDescription } from '../messages.ts';
import type { JobOperands, TeamPass } from './caller.ts';
import { createCaller } from './caller.ts';
import { createBackoff } from './backoff.ts';
import type { ThreadLimits } from './room.ts';
import { requireRoom } from './room.ts';
import type { TeamWorker } from './team-worker.ts';
import { startTeamWorker, workerLost } from './team-worker.ts';

/** Workers over one shared memory, started when an operator first needs them. */
export interface Pool {
  /** This thread's own instances and views. */
  readonly context: ThreadContext;
  /**
   * Makes an operator known to as many workers as its team needs. Returns after some milliseconds where these are not ready by then. Where nobody waits for workers, those that are not there
   * are started once products of the operator have taken as long as starting them does, or somebody times products. Errors: `BACKEND.LIMIT`, `KERNEL.LOAD_FAILED`,
   * `BACKEND.WORKER_LOST`; those that come later are thrown by the next product.
   */
  load(operator: OperatorDescription, team: number): Promise<void>;
  /** Starts what `load` did not, and waits for it once: whoever times products asks first. No longer than 25 ms for each thread: on a busy machine they take seconds. */
  settled(): Promise<void>;
  /** Forgets an operator. Workers forget it when the next one is sent to them. */
  drop(id: number): void;
  /**
   * Runs a pass with its team. While workers are being set up, the caller computes all parts: the result is the same.
   * Errors: `BACKEND.WORKER_LOST`, `BACKEND.FAILED`.
   */
  run(pass: TeamPass, job: JobOperands): void;
  /** Ends all workers. */
  dispose(): Promise<void>;
}

export interface PoolOptions {
  readonly heap: SharedHeap;
  /** Cores; with more threads than that, waiting threads go to sleep at once. */
  readonly cores: number;
  /** What there is room for now. */
  readMachine(): Promise<ThreadLimits>;
  /** How long a thread looks for work before it sleeps. */
  readonly spinMicroseconds: number;
  /** How long a worker that is to start, or to learn of an operator, is waited for. */
  readonly startMilliseconds: number;
}

/** Looking for such a short time costs a core almost nothing, and still catches the next product of a tight loop. */
const OVERSUBSCRIBED_MICROSECONDS = 20;

/** How long a thread that is late is waited for by whoever times products. */
const LATE_MILLISECONDS = 25;

/**
 * Products that took so long alone pay for starting workers: each takes a core for 15 to 30 ms (Node 24), and 5 MB of memory. Whoever stops before has
 * started none, and whoever goes on loses no more than twice that (ski rental).
 */
const START_MILLISECONDS = 25;

/** An operator that workers are still to learn of: the calling thread computes alone. */
interface Coming {
  /** What products are to take alone until that begins; Infinity once it has begun. */
  leftMs: number;
  begin(): Promise<void>;
}

/** Whether it is done within so many milliseconds. Errors: its own. */
async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  if (milliseconds === Infinity) return work.then(() => true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

/** A pool without workers yet. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createPool({ heap, cores, readMachine, spinMicroseconds, startMilliseconds }: PoolOptions): Pool {
  const control = heap.allocate('control', 'u8', CONTROL_BYTES + 64);
  const aligned = Math.ceil(control / 128) * 128;
  const views = controlAt(heap.memory.buffer, aligned);
  const workers: TeamWorker[] = [];
  const operators = new Map<number, OperatorDescription>();
  const coming = new Map<number, Coming>();
  let dropped: number[] = [];
  let lost: SpmvError | undefined;
  let ready = true;
  let setup: Promise<unknown> = Promise.resolve();
  let disposed = false;
  /** How long what is still being set up may be waited for. */
  let late = 0;

  const fail = (error: SpmvError): void => {
    lost ??= error;
  };
  const checkAlive = (worker: number): void => {
    if (workers[worker - 1]?.hasEnded() !== true) return;
    fail(workerLost(worker, 'it stopped during a product'));
    throw lost ?? workerLost(worker, 'unknown');
  };
  const callers = [spinMicroseconds, Math.min(spinMicroseconds, OVERSUBSCRIBED_MICROSECONDS)].map((spin) =>
    createCaller({ control: views, spinMilliseconds: spin / 1000, backoff: createBackoff(), checkAlive }),
  ) as [ReturnType<typeof createCaller>, ReturnType<typeof createCaller>];

  const addWorkers = async (wanted: number): Promise<void> => {
    const first = workers.length + 1;
    const spin = wanted + 1 > cores ? Math.min(spinMicroseconds, OVERSUBSCRIBED_MICROSECONDS) : spinMicroseconds;
    const started = await Promise.allSettled(
      Array.from({ length: Math.max(0, wanted - workers.length) }, async (_, k) => {
        const worker = await startTeamWorker(first + k, fail);
        await worker.start({ memory: heap.memory, control: aligned, index: first + k, spinMicroseconds: spin });
        return worker;
      }),
    );
    // Workers that did start are kept, and end with the pool, even if another did not start.
    workers.push(...started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    const failed = started.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };

  /** One set-up after another. Workers leave their loops for it, and are in them again when it is done. */
  const setUp = async (operator: OperatorDescription, team: number): Promise<void> => {
    ready = false;
    for (const worker of workers) worker.hold(true);
    if (workers.length > 0) callers[0].publish(workers.length + 1, LEAVE);
    const before = workers.length;
    const forget = dropped;
    dropped = [];
    await addWorkers(team - 1);
    const answers = await Promise.all(
      workers.map(async (worker, k) =>
        worker.load(k < before ? [operator] : [...operators.values()], forget, views.words[EPOCH] as number),
      ),
    );
    for (const worker of workers) worker.hold(false);
    ready = true;
    const failure = answers.find((answer) => answer !== undefined);
    if (failure) throw new SpmvError(failure.code as ErrorCode, failure.message, { fix: failure.fix });
  };

  const teach = async (operator: OperatorDescription, team: number, earlier: Promise<unknown>): Promise<void> => {
    await earlier;
    if (lost) throw lost;
    if (!coming.has(operator.id) || disposed) return;
    operators.set(operator.id, operator);
    // Where the workers are there already, nothing is read from files for each operator that is prepared.
    if (team - 1 > workers.length) requireRoom(team, workers.length, await readMachine());
    await setUp(operator, team);
    coming.delete(operator.id);
  };

  /** A product alone, towards what starting its workers takes. */
  const pay = (one: Coming, pass: TeamPass, job: JobOperands): void => {
    const began = performance.now();
    callers[0].runAlone(pass, job);
    one.leftMs -= performance.now() - began;
    if (one.leftMs <= 0) one.begin().catch(fail);
  };

  return {
    context: createThreadContext(heap.memory, views, 0),
    async load(operator, team) {
      if (lost) throw lost;
      // The caller alone runs it: workers that start later need not know it.
      if (team === 1) return;
      const { id } = operator;
      const one: Coming = {
        leftMs: START_MILLISECONDS,
        begin() {
          one.leftMs = Infinity;
          const mine = teach(operator, team, setup);
          setup = mine.catch(() => {
            coming.delete(id);
            operators.delete(id);
          });
          return mine;
        },
      };
      coming.set(id, one);
      const isLater = startMilliseconds === 0 && team - 1 > workers.length;
      const mine = isLater ? undefined : one.begin();
      if (mine && (await isDoneWithin(mine, startMilliseconds * team))) return;
      mine?.catch(fail);
      late = LATE_MILLISECONDS * team;
    },
    async settled() {
      if (late === 0) return;
      for (const one of coming.values()) if (one.leftMs < Infinity) one.begin().catch(fail);
      const wait = late;
      late = 0;
      await isDoneWithin(setup, wait);
    },
    drop(id) {
      coming.delete(id);
      if (operators.delete(id)) dropped.push(id);
    },
    run(pass, job) {
      if (lost) throw lost;
      const team = pass.shares.length;
      const caller = team > cores ? callers[1] : callers[0];
      const waiting = coming.size === 0 ? undefined : coming.get(pass.operator);
      if (waiting) pay(waiting, pass, job);
      else if (team === 1 || !ready) caller.runAlone(pass, job);
      else caller.run(pass, job);
    },
    async dispose() {
      disposed = true;
      await setup.catch(() => {});
      await Promise.all(workers.splice(0).map(async (worker) => worker.end()));
      heap.free(control);
    },
  };
}
