import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { BoundOperator } from '../bound-operator.ts';
import { join } from '../claim.ts';
import type { Control } from '../control.ts';
import {
  CALLER_PARKED,
  doneWord,
  EPOCH,
  JOB_OPERATOR,
  JOB_PASS,
  LEAVE,
  PARKED,
  teamOf,
  writeFailure,
} from '../control.ts';
import { pauseFunction, TURNS_PER_LOOK } from '../pause.ts';

/** What a worker serves with. */
export interface Service {
  readonly control: Control;
  readonly index: number;
  readonly spinMilliseconds: number;
  readonly operators: ReadonlyMap<number, Pick<BoundOperator, 'passes'>>;
}

/**
 * Waits for epochs and runs this thread's part of each, until told to leave; gives the epoch that said so. Blocks its thread: no
 * message arrives meanwhile. Waits by looking for a moment, then sleeps until woken.
 */
export function serve({ control, index, spinMilliseconds, operators }: Service, last: number): number {
  const { words } = control;
  const pause = pauseFunction();
  let seen = last;
  let until = performance.now() + spinMilliseconds;
  for (let turn = 1; ; turn++) {
    const epoch = Atomics.load(words, EPOCH);
    if (epoch === seen) {
      pause();
      if (turn % TURNS_PER_LOOK === 0 && performance.now() > until) {
        Atomics.add(words, PARKED, 1);
        Atomics.wait(words, EPOCH, seen);
        Atomics.sub(words, PARKED, 1);
      }
      continue;
    }
    seen = epoch;
    // Threads that are outside the team or too late must not read the job: the caller does not wait for them before it writes the next one.
    if (index >= teamOf(epoch)) continue;
    if (!join(words, index, epoch)) {
      // Keeps looking for the next one: a worker that went to sleep again would be too late for every product that is shorter than its waking.
      until = performance.now() + spinMilliseconds;
      wakeCaller(words, index);
      continue;
    }
    const operator = words[JOB_OPERATOR] as number;
    if (operator === LEAVE) return seen;
    try {
      const pass = operators.get(operator)?.passes[words[JOB_PASS] as number];
      if (!pass) throw new Error(`operator ${operator} is not known to this worker`);
      pass(index);
    } catch (error) {
      writeFailure(words, index, messageOf(error));
    }
    Atomics.store(words, doneWord(index), epoch);
    const now = performance.now();
    // A caller that slept may need this core to wake up.
    until = wakeCaller(words, index) ? now : now + spinMilliseconds;
  }
}

/** Wakes the caller when it sleeps until this thread answers. */
function wakeCaller(words: Int32Array, index: number): boolean {
  if (Atomics.load(words, CALLER_PARKED) !== 1) return false;
  Atomics.notify(words, doneWord(index));
  return true;
}
