/**
 * The words through which the calling thread and its workers meet, in shared memory. One product is one `epoch`: the caller writes the
 * job, then the epoch; each worker that comes in time joins, runs its part and writes the epoch into its own `done` word. Parts that
 * no worker has begun are the caller's (`claim.ts`). No message is sent.
 *
 * Every group of words that one thread writes has 128 bytes of its own, because processors move (and prefetch) whole lines.
 */
export interface Control {
  readonly words: Int32Array;
  /** The same memory as numbers of 8 bytes. */
  readonly doubles: Float64Array;
}

/** Most threads of one pool: what fits beside the counter in the epoch word. */
export const MAX_THREADS = 512;
const TEAM_BITS = 10;
const LINE = 32;

/** Word of the epoch: a counter above, the number of threads that take part (the caller among them) in the low 10 bits. */
export const EPOCH = 0;
/** Words of the job, valid for the threads of the team until they are done. */
export const JOB_OPERATOR = 1;
export const JOB_PASS = 2;
/** Double that numbers the operands of the product, by which a thread knows those it has bound. In the line of the job, as they are. */
export const JOB_OPERANDS = 2;
/** First of the doubles that hold them: addresses, then host scalars. */
export const JOB_VALUES = 3;
/** Number of workers that sleep. */
export const PARKED: number = LINE;
/** 1 while the caller sleeps until a worker is done. */
export const CALLER_PARKED: number = 2 * LINE;
const FIRST_WORKER = 3 * LINE;

/** Value of `JOB_OPERATOR` that sends the team back to its event loop, to receive messages. */
export const LEAVE = -1;

const FIRST_SHUT = FIRST_WORKER + MAX_THREADS * LINE;

/** Bytes of a control block; it begins at a multiple of 128. */
export const CONTROL_BYTES: number = 4 * (FIRST_SHUT + MAX_THREADS * LINE);

/** Word that thread `index` writes the epoch to when it is done, and the epoch's complement when it came too late to begin. */
export function doneWord(index: number): number {
  return FIRST_WORKER + index * LINE;
}

/** Word that thread `index` writes the epoch to before it begins. */
export function joinedWord(index: number): number {
  return doneWord(index) + 1;
}

/** Word that the caller writes the epoch to when it takes the part of thread `index` itself. */
export function shutWord(index: number): number {
  return FIRST_SHUT + index * LINE;
}

/** Word that counts which ranges of thread `index` have been taken, in a dynamic schedule. Beside a word that hardly ever is written. */
export function takenWord(index: number): number {
  return shutWord(index) + 1;
}

/** Word that is 1 when the last job of thread `index` failed; a text of at most {@link ERROR_CHARS} follows its length. */
function failedWord(index: number): number {
  return doneWord(index) + 2;
}

/** Longest text of a failure, one character per word. */
const ERROR_CHARS: number = LINE - 5;

/** The epoch after `epoch`, for a team. Never 0. */
export function nextEpoch(epoch: number, team: number): number {
  return (((epoch >>> TEAM_BITS) + 1) << TEAM_BITS) | team | 0;
}

/** Whether older words are to be forgotten at this epoch: twice in a turn of the counter, so that none is a whole turn old. */
export function forgetsAt(epoch: number): boolean {
  return ((epoch >>> TEAM_BITS) & (2 ** (31 - TEAM_BITS) - 1)) === 0;
}

/** Threads that take part in an epoch. */
export function teamOf(epoch: number): number {
  return epoch & ((1 << TEAM_BITS) - 1);
}

/** The control block at `address` of a memory. */
export function controlAt(buffer: ArrayBufferLike, address: number): Control {
  return {
    words: new Int32Array(buffer, address, CONTROL_BYTES / 4),
    doubles: new Float64Array(buffer, address, CONTROL_BYTES / 8),
  };
}

/** Tells the caller why a job failed. */
export function writeFailure(words: Int32Array, index: number, text: string): void {
  const at = failedWord(index);
  const shown = text.slice(0, ERROR_CHARS);
  words[at + 1] = shown.length;
  for (let k = 0; k < shown.length; k++) words[at + 2 + k] = shown.charCodeAt(k);
  words[at] = 1;
}

/** Why the last job of thread `index` failed, or `undefined`. Clears it. */
export function takeFailure(words: Int32Array, index: number): string | undefined {
  const at = failedWord(index);
  if (words[at] !== 1) return undefined;
  words[at] = 0;
  return String.fromCharCode(...words.subarray(at + 2, at + 2 + (words[at + 1] as number)));
}
