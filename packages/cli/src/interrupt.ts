import { EXIT } from './exit-codes.ts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * Ctrl-C: the first aborts the signal so that the command ends in order and keeps its results, the second ends the process.
 * Libraries that answer these signals by ending the process (threads.js does) are not let to: the results would be lost.
 */
export function watchInterrupts(tell: (text: string) => void): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Error('interrupted'));
    tell('Stopping after this sample; the results so far are kept. Once more to stop at once.');
  };
  const refuseOthers = (event: string | symbol, listener: (...args: unknown[]) => void): void => {
    if (SIGNALS.some((name) => name === event) && listener !== onSignal) queueMicrotask(() => process.off(event, listener));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.on('newListener', refuseOthers);
  return {
    signal: controller.signal,
    stop() {
      process.off('newListener', refuseOthers);
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
