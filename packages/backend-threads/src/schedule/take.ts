import { takenWord } from '../control.ts';

/** To be called before an epoch is published: of the ranges of a dynamic schedule none has been taken. Writes only words that differ, as no other thread has them then. */
export function forgetTaken(words: Int32Array, takers: number): void {
  for (let taker = 0; taker < takers; taker++) {
    const at = takenWord(taker);
    if (words[at] !== 0) words[at] = 0;
  }
}

/**
 * Runs ranges of a dynamic schedule until all are taken. Each thread has an even part of them, which it begins with: neighbours read the same, and
 * no other thread counts there. Then it takes what the threads after it have left.
 */
export function takeRanges(
  words: Int32Array,
  count: number,
  takers: number,
  worker: number,
  run: (range: number, worker: number) => void,
): void {
  for (let t = 0; t < takers; t++) {
    const taker = (worker + t) % takers;
    const first = Math.round((count / takers) * taker);
    const length = Math.round((count / takers) * (taker + 1)) - first;
    const taken = takenWord(taker);
    while (Atomics.load(words, taken) < length) {
      const next = Atomics.add(words, taken, 1);
      if (next < length) run(first + next, worker);
    }
  }
}
