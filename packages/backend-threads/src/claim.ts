import { doneWord, EPOCH, forgetsAt, joinedWord, MAX_THREADS, shutWord } from './control.ts';

/*
 * Who computes the part of a worker: the worker when it joins before the caller shuts it out, else the caller. Each writes its own
 * word and then reads the other's, so at least one of them sees both. What the caller waits for has begun; who has not is never
 * waited for, and a worker that comes later touches nothing.
 */

/**
 * The worker's side: whether it may run its part of `epoch`, which it has read from the word of the epoch. When it may not, the part is
 * the caller's, who may be waiting to hear so.
 */
export function join(words: Int32Array, index: number, epoch: number): boolean {
  Atomics.store(words, joinedWord(index), epoch);
  // In this order: a caller that has shut out this worker in a later epoch has published that epoch before.
  if (Atomics.load(words, shutWord(index)) !== epoch && Atomics.load(words, EPOCH) === epoch) return true;
  Atomics.store(words, doneWord(index), ~epoch);
  return false;
}

/** Whether worker `index` has come to `epoch`. */
export function hasCome(words: Int32Array, index: number, epoch: number): boolean {
  return Atomics.load(words, joinedWord(index)) === epoch;
}

/** The caller's side: whether the part of worker `index` is the caller's now. If not, the worker will say in its `done` word. */
export function shutOut(words: Int32Array, index: number, epoch: number): boolean {
  if (hasCome(words, index, epoch)) return false;
  Atomics.store(words, shutWord(index), epoch);
  return !hasCome(words, index, epoch);
}

/** Whether worker `index`, which was not shut out, has come to the end of `epoch`: with its part done, or {@link hasLeft}. */
export function hasAnswered(words: Int32Array, index: number, epoch: number): boolean {
  const done = Atomics.load(words, doneWord(index));
  return done === epoch || done === ~epoch;
}

/** Whether worker `index`, which has answered, has left its part to the caller. */
export function hasLeft(words: Int32Array, index: number, epoch: number): boolean {
  return Atomics.load(words, doneWord(index)) === ~epoch;
}

/** Forgets, now and then, what was said in epochs whose numbers will be used again. To be called before an epoch is published. */
export function forgetEpochs(words: Int32Array, epoch: number): void {
  if (!forgetsAt(epoch)) return;
  for (let index = 1; index < MAX_THREADS; index++) {
    for (const word of [joinedWord(index), doneWord(index), shutWord(index)]) Atomics.store(words, word, 0);
  }
}
