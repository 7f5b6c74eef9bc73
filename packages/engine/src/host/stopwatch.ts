/** Wall-clock milliseconds of the phases of a run, by name. What a phase inside another one takes is not counted for the outer one. */
export type PhaseTimes = Readonly<Record<string, number>>;

/** Says where the time of a command went. */
export interface Stopwatch {
  /** Runs `work` and adds the time it takes to a phase. */
  during<T>(phase: string, work: () => Promise<T>): Promise<T>;
}

/** A stopwatch that tells what it knows each time that a phase ends. `before` is what was measured elsewhere. */
export function createStopwatch(
  onPhase: (times: PhaseTimes) => void = () => {},
  before: PhaseTimes = {},
  now: () => number = () => performance.now(),
): Stopwatch {
  const times: Record<string, number> = { ...before };
  const running: string[] = [];
  let since = now();
  const charge = (): void => {
    const current = running.at(-1);
    const time = now();
    if (current !== undefined) times[current] = (times[current] ?? 0) + time - since;
    since = time;
  };
  return {
    async during(phase, work) {
      charge();
      running.push(phase);
      try {
        return await work();
      } finally {
        charge();
        running.pop();
        onPhase(times);
      }
    },
  };
}
