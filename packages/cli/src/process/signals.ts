import { EXIT } from '../exit-codes.ts';

/** Signals that mean: stop. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The process that works now, as far as signals go. */
export interface Served {
  readonly onStop: () => void;
  readonly onKill: () => void;
  /** Whether it told of results. */
  hasResults(): boolean;
}

/** What the process that waits does about signals. */
export interface Signals {
  /** Whether one came. */
  readonly stopped: boolean;
  /** Whether a second one came: nothing more is to be said or done. */
  readonly killed: boolean;
  /** What the first and the second do to the process that works now, until the function returned is called. */
  serve(served: Served): () => void;
  off(): void;
}

/** The first signal stops in order, the second ends at once. */
export function watchSignals(): Signals {
  let [stopped, killed] = [false, false];
  let serving: Served | undefined;
  const onSignal = (): void => {
    if (stopped) {
      killed = true;
      if (!serving) process.exit(EXIT.interrupted);
      serving.onKill();
      // It ends with the other process; a third of a second if that does not die even now.
      setTimeout(() => process.exit(EXIT.interrupted), 300).unref();
      return;
    }
    stopped = true;
    const kept = serving?.hasResults() ? ' The results so far are kept.' : '';
    process.stderr.write(
      `${process.stderr.isTTY ? '\r\u001b[2K' : ''}Stopping.${kept} Interrupt again to stop at once.\n`,
    );
    serving?.onStop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    get stopped() {
      return stopped;
    },
    get killed() {
      return killed;
    },
    serve(served) {
      serving = served;
      return () => {
        serving = undefined;
      };
    },
    off() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/**
 * For the process that works: a terminal sends its signals to both, and the other one decides. Libraries that answer them by ending the
 * process are not let to: the results would be lost.
 */
export function leaveSignalsToParent(): void {
  const ignore = (): void => {};
  for (const name of SIGNALS) process.on(name, ignore);
  process.on('newListener', (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (SIGNALS.some((name) => name === event)) queueMicrotask(() => process.off(event, listener));
  });
}
