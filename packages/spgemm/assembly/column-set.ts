import { element } from '@spmv/kernel-kit/assembly/checked';

/*
 * The columns of one row as a set of bits that is read in order, and that knows the place of each column in the row: one bit for each column, one for each word of 64 of
 * those, one for each word of these, then the place in the row of the first column of each word. All bits are 0 between rows. A set of a worker is known by its address
 * and by the numbers of words of each kind, as row-products.ts of the kit lays it.
 */

/** Address of the set of a worker, `stride` numbers of 32 bits long. */
// @ts-ignore: decorator
@inline
export function ownSet(set: usize, stride: i32, worker: i32): usize {
  return element<i32>(set, worker * stride);
}

/** The bit of a column in its word, of a word in that over it. */
// @ts-ignore: decorator
@inline
export function bitOf(place: i32): u64 {
  return (<u64>1) << (<u64>place & 63);
}

/** Where the columns end that are in the word of the one at the address `column`. */
// @ts-ignore: decorator
@inline
export function pastWord(column: usize, past: usize): usize {
  const w = load<i32>(column) >> 6;
  let next = column + 4;
  while (next < past && load<i32>(next) >> 6 == w) next += 4;
  return next;
}

/** The bits of those columns, from `column` to the one before `past`. */
// @ts-ignore: decorator
@inline
export function bitsOf(column: usize, past: usize): u64 {
  let bits: u64 = 0;
  for (let next = column; next < past; next += 4) bits |= bitOf(load<i32>(next));
  return bits;
}

/** Puts columns of word w in. */
// @ts-ignore: decorator
@inline
export function insert(words: usize, second: usize, third: usize, w: i32, bits: u64): void {
  const at = words + (<usize>w << 3);
  const old = load<u64>(at);
  store<u64>(at, old | bits);
  if (old != 0) return;
  const above = second + (<usize>(w >> 6) << 3);
  const summary = load<u64>(above);
  store<u64>(above, summary | bitOf(w));
  if (summary != 0) return;
  const top = third + (<usize>(w >> 12) << 3);
  store<u64>(top, load<u64>(top) | bitOf(w >> 6));
}

/** Takes all columns out, in order, which are `low` to `high`. */
// @ts-ignore: decorator
@inline
export function drain(words: usize, second: usize, third: usize, low: i32, high: i32, to: usize): void {
  for (let t = low >> 18; t <= high >> 18; t++) {
    const topAt = third + (<usize>t << 3);
    for (let top = load<u64>(topAt); top != 0; top &= top - 1) {
      const s = t * 64 + <i32>ctz<u64>(top);
      const above = second + (<usize>s << 3);
      for (let summary = load<u64>(above); summary != 0; summary &= summary - 1) {
        const w = s * 64 + <i32>ctz<u64>(summary);
        const at = words + (<usize>w << 3);
        for (let bits = load<u64>(at); bits != 0; bits &= bits - 1, to += 4) store<i32>(to, w * 64 + <i32>ctz<u64>(bits));
        store<u64>(at, 0);
      }
      store<u64>(above, 0);
    }
    store<u64>(topAt, 0);
  }
}

/** Puts columns of word w in without the levels over words, which {@link drainWords} does not need: where a row has hardly fewer terms than words between its first and its last column. */
// @ts-ignore: decorator
@inline
export function put(words: usize, w: i32, bits: u64): void {
  const at = words + (<usize>w << 3);
  store<u64>(at, load<u64>(at) | bits);
}

/** Takes out what {@link put} put in, and counts its columns. */
// @ts-ignore: decorator
@inline
export function takeWords(words: usize, low: i32, high: i32): i32 {
  let count = 0;
  for (let w = low >> 6; w <= high >> 6; w++) {
    const at = words + (<usize>w << 3);
    count += <i32>popcnt<u64>(load<u64>(at));
    store<u64>(at, 0);
  }
  return count;
}

/**
 * Takes out what {@link put} put in, `count` columns in order. Most words have none, one or two: these are written without a branch, whose wrong guesses
 * cost more than they do, as long as there is room for two.
 */
// @ts-ignore: decorator
@inline
export function drainWords(words: usize, low: i32, high: i32, to: usize, count: i32): void {
  const past = to + (<usize>count << 2);
  for (let w = low >> 6; w <= high >> 6; w++) {
    const at = words + (<usize>w << 3);
    let bits = load<u64>(at);
    store<u64>(at, 0);
    if (to + 8 <= past) {
      const rest = bits & (bits - 1);
      store<i32>(to, w * 64 + <i32>ctz<u64>(bits));
      store<i32>(to, w * 64 + <i32>ctz<u64>(rest), 4);
      to += (<usize>(bits != 0) + <usize>(rest != 0)) << 2;
      bits = rest & (rest - 1);
    }
    for (; bits != 0; bits &= bits - 1, to += 4) store<i32>(to, w * 64 + <i32>ctz<u64>(bits));
  }
}

/** Puts in the columns of a row, all of them and in order: {@link place} knows each then. */
// @ts-ignore: decorator
@inline
export function number(words: usize, rank: usize, columns: usize, count: i32): void {
  const past = columns + (<usize>count << 2);
  for (let column = columns; column < past; ) {
    const next = pastWord(column, past);
    const w = load<i32>(column) >> 6;
    store<u64>(words + (<usize>w << 3), bitsOf(column, next));
    store<i32>(rank + (<usize>w << 2), <i32>((column - columns) >> 2));
    column = next;
  }
}

/** The place of a column in the row. */
// @ts-ignore: decorator
@inline
export function place(words: usize, rank: usize, column: i32): i32 {
  const w = column >> 6;
  const below = load<u64>(words + (<usize>w << 3)) & (bitOf(column) - 1);
  return load<i32>(rank + (<usize>w << 2)) + <i32>popcnt<u64>(below);
}

/** Takes the columns of a row out. */
// @ts-ignore: decorator
@inline
export function clear(words: usize, columns: usize, count: i32): void {
  const past = columns + (<usize>count << 2);
  for (let column = columns; column < past; column += 4) store<u64>(words + (<usize>(load<i32>(column) >> 6) << 3), 0);
}
