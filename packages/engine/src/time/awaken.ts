/** What says whose threads compute a product. */
interface Threaded {
  /** Whether its threads are those of a library, which nobody else can send to sleep. */
  readonly ownThreads?: boolean;
}

/** Threads look for work for about a millisecond after a product, those of a backend and those of libraries alike. */
const QUIET_MS = 3;
/** Until threads that have slept are awake. */
const AWAKE_MS = 2;

/**
 * Products that do not count, before a sample: another subject had the caches, and waiting threads may have gone to sleep. One of them; where other threads
 * compute now than did `before`, as many as wake these, after those have had time to go to sleep: they must not share cores.
 */
export async function awaken<S extends Threaded>(
  subject: S,
  before: S | undefined,
  product: () => Promise<unknown>,
): Promise<void> {
  await (shareThreads(subject, before) ? product() : awakenOthers(product));
}

function shareThreads<S extends Threaded>(subject: S, before: S | undefined): boolean {
  return before === undefined || before === subject || !(before.ownThreads === true || subject.ownThreads === true);
}

async function awakenOthers(product: () => Promise<unknown>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const begin = performance.now();
  do await product();
  while (performance.now() - begin < AWAKE_MS);
}
