/** A computation in slices of some milliseconds: whoever takes them may let others have their turn, or leave. */
export type Slices<T> = Generator<number, T, void>;

/** What comes of all of them, at once. */
export function drained<T>(slices: Slices<T>): T {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}
