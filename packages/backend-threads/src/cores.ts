/** Threads that can run at once: what the system allows this process in Node, what the browser tells in a page. */
export async function coreCount(): Promise<number> {
  if (typeof process === 'object' && process.versions?.node !== undefined) {
    return process.getBuiltinModule('node:os').availableParallelism();
  }
  return navigator.hardwareConcurrency;
}
