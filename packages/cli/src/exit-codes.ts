/** What the process ends with. Part of the command line's contract. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalid: 3,
  regression: 4,
  badInput: 5,
  unavailable: 6,
  unsolved: 7,
  interrupted: 130,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Worst first: which code stands when several things went wrong in one run. */
const BY_WEIGHT: readonly ExitCode[] = [
  EXIT.interrupted,
  EXIT.invalid,
  EXIT.regression,
  EXIT.badInput,
  EXIT.failed,
  EXIT.unsolved,
  EXIT.unavailable,
  EXIT.usage,
  EXIT.ok,
];

/** The one code of a run in which all of `codes` came up. */
export function worstExit(codes: Iterable<number>): ExitCode {
  const seen = new Set(codes);
  return BY_WEIGHT.find((code) => seen.has(code)) ?? EXIT.ok;
}
