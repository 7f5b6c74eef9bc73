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

/** What both devices hold, and the time and the bytes that were counted. */
const AFTER = [
  [1, 1, 1, 1, 1, 1, 2, 1],
  [1, 1, 2, 2, 2, 2, 2, 2],
  [1, 48],
];

/** What comes of exchanges between devices that reach each other and between those that do not, timed and then recorded and run, and the fake driver's log. */
export const EXCHANGED = {
  near: AFTER,
  lines: TEXT.trim()
    .split(/\s*\n\s*/u)
    .filter((line) => !line.startsWith('#')),
  far: AFTER,
  farLines: 4,
};
