/** Milliseconds for which the host may be kept busy. */
const BUSY_MS = 40;

/** Lets timers, signals and pages have their turn once the host was busy for a while; else it waits for nothing. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < BUSY_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now();
        resolve();
      }, 0);
    });
  };
}
