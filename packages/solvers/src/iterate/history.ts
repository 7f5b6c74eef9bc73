/** ‖b − Ax‖ after so many iterations, as a check found it. */
export interface Check {
  readonly iteration: number;
  readonly residual: number;
}

/** Most checks that are kept. */
const KEPT = 1024;

/** Checks of a run, of any length in constant memory: when there are too many, every second is dropped, but the first and the last. */
export interface History {
  add(check: Check): void;
  list(): readonly Check[];
}

export function createHistory(): History {
  let checks: Check[] = [];
  let stride = 1;
  let seen = 0;
  let last: Check | undefined;
  return {
    add(check) {
      last = check;
      if (seen++ % stride === 0) checks.push(check);
      if (checks.length < KEPT) return;
      checks = checks.filter((_, at) => at % 2 === 0);
      stride *= 2;
    },
    list: () => (last && checks.at(-1) !== last ? [...checks, last] : [...checks]),
  };
}
