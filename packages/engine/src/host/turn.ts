/** Of Node: earlier than a timer. */
interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

/** A turn of the event loop, so that a signal can be heard. Promises alone give none, and timers of a page wait for 4 ms. */
export function turn(): Promise<void> {
  const { setImmediate: immediate } = globalThis as Immediate;
  return new Promise((resolve) => {
    if (immediate) {
      immediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
