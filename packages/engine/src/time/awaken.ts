/** What says whose threads compute a product. */
interface Threaded {
  /** Whether its threads are those of a library, which nobody else can send to sleep. */
  readonly ownThreads?: boolean;
}

/** Threads look for work for about a millisecond after a product, those of a backend and those of libraries alike. */
const QUIET_MS = 3;
/** Until threads that have slept are awake, and the caches hold what they keep of the subject: after one pass a last-level cache keeps little of what came by. */
const AWAKE_MS = 2;
/** As many are enough of short ones: what they read fits into the caches nearest to the core. */
const AWAKE_PRODUCTS = 64;

/** About how long those take that do not count, by one of them. */
export const uncountedMs = (productMs: number): number =>
  Math.max(productMs, Math.min(AWAKE_MS, AWAKE_PRODUCTS * productMs));

/**
 * Products that do not count, before a sample: another subject had the caches, and waiting threads may have gone to sleep. At least one, and for as long for a kernel
 * of a library as for any other, or one of them finds more in its caches. Where other threads compute now than did `before`, after those have had time to go to sleep:
 * they must not share cores.
 */
export async function awaken<S extends Threaded>(
  subject: S,
  before: S | undefined,
  product: () => Promise<unknown>,
): Promise<void> {
  if (!shareThreads(subject, before)) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const begin = performance.now();
  let products = 0;
  do await product();
  while (++products < AWAKE_PRODUCTS && performance.now() - begin < AWAKE_MS);
}

function shareThreads<S extends Threaded>(subject: S, before: S | undefined): boolean {
  return before === undefined || before === subject || !(before.ownThreads === true || subject.ownThreads === true);
}
