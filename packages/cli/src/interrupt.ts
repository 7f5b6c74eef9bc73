import { EXIT } from './exit-codes.ts';

/** Ctrl-C: the first aborts the signal so that the command ends in order and keeps its results, the second ends the process. */
export function watchInterrupts(tell: (text: string) => void): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Error('interrupted'));
    tell('Stopping after this sample; the results so far are kept. Once more to stop at once.');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
