/** Threads that can run at once: what the system allows this process in Node, what the browser tells in a page. */
export async function coreCount(): Promise<number> {
  if (typeof process === 'object' && process.versions?.node !== undefined) {
    const { availableParallelism } = await import('node:os');
    return availableParallelism();
  }
  return navigator.hardwareConcurrency;
}
