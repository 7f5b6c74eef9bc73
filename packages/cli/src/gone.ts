/** Of an output whose reader went away: what the first write after that fails with, and every later one. */
const GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an output failed because nobody reads it any more, which is no error. */
export function isGone(error: unknown): boolean {
  return GONE.has((error as NodeJS.ErrnoException | null)?.code);
}
