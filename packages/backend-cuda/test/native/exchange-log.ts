/** Streams A and B of devices 0 and 1, each line what one is told, events by number. */
const TEXT = `
  copy A
  copy B
  # The clock begins on A once B has ended what it had, and B waits for it.
  record B 0
  wait A 0
  record A 1
  wait B 1
  # Both are ready; each waits for the other before it copies, and says when that has arrived.
  record A 2
  record B 3
  wait A 3
  exchange A
  record A 4
  wait B 2
  exchange B
  record B 5
  # What A does next waits for what B copied from it, and the other way round.
  wait A 5
  wait B 4
  record B 0
  wait A 0
  record A 6
  # What is recorded begins with what A has, from where B branches off, and ends when A has waited for B.
  record A 7
  wait B 7
  record A 2
  record B 3
  wait A 3
  exchange A
  record A 4
  wait B 2
  exchange B
  record B 5
  wait A 5
  wait B 4
  record B 8
  wait A 8
  # Its run begins after what B has, and B goes on after it.
  record B 8
  wait A 8
  replay A
  record A 7
  wait B 7
`;

/** The same where copies run beside: C copies to A, and D to B. */
const BESIDE = `
  # Each copies after what both devices had to do, and says when that has arrived.
  record A 2
  record B 3
  wait C 2
  wait C 3
  exchange C
  record C 4
  wait D 3
  wait D 2
  exchange D
  record D 5
  # Whoever it is copied to waits before it uses that, and whoever it is copied from before it changes that.
  wait A 4
  wait B 5
  wait A 5
  wait B 4
`;
/** What the clock and the recording add to that. */
const CLOCK = `
  copy A
  copy B
  record B 0
  wait A 0
  record A 1
  wait B 1
`;
const TIMED = `
  record B 0
  wait A 0
  record A 6
  record A 7
  wait B 7
`;
const REPLAYED = `
  record B 8
  wait A 8
  record B 8
  wait A 8
  replay A
  record A 7
  wait B 7
`;

function linesOf(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s*\n\s*/u)
    .filter((line) => !line.startsWith('#'));
}

/** What both devices hold, and the time and the bytes that were counted. */
const AFTER = [
  [1, 1, 1, 1, 1, 1, 2, 1],
  [1, 1, 2, 2, 2, 2, 2, 2],
  [1, 48],
];

/** What comes of exchanges between devices that reach each other and between those that do not, timed and then recorded and run, and the fake driver's log. */
export const EXCHANGED = {
  near: AFTER,
  lines: linesOf(TEXT),
  far: AFTER,
  farLines: 4,
  beside: AFTER,
  besideLines: [...linesOf(CLOCK), ...linesOf(BESIDE), ...linesOf(TIMED), ...linesOf(BESIDE), ...linesOf(REPLAYED)],
};
