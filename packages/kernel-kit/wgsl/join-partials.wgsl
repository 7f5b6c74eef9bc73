// Split rows, put together in one dispatch. Partial sum p is partials[6p … 6p+5]: the row's first partial sum × 64 + their number, a
// counter (of the first), the sum's two words, and the row. Whoever finds that all have arrived adds them up in their order, so that the
// sum does not depend on timing, and empties the words for the next product. A word is stored with its bits inverted, and an empty one
// is 0: a partial sum that has been counted but not yet seen is waited for, which is safe, because its thread has already stored it. Rows
// of very many partial sums have a 0 in front and are left, as they are, to finish-split-rows.wgsl. Declared beside it: partials.
fn putWord(place: u32, bits: u32) {
  // All bits set is a NaN that arithmetic does not give; it would look like an empty word.
  atomicStore(&partials[place], ~select(bits, 0x7fc00000u, bits == 0xffffffffu));
}

// What place `place`, of which `word` was seen, holds now or later.
fn settled(place: u32, seen: u32) -> u32 {
  var word = seen;
  while (word == 0) {
    word = atomicLoad(&partials[place]);
  }
  atomicStore(&partials[place], 0u);
  return ~word;
}

// The words of partial sum `p`, or of the last one before `end`, as they are now.
fn wordsNow(p: u32, end: u32) -> vec2<u32> {
  let at = 6 * min(p, end - 1);
  if (SUM_WORDS == 1) {
    return vec2<u32>(atomicLoad(&partials[at + 2]), 0);
  }
  return vec2<u32>(atomicLoad(&partials[at + 2]), atomicLoad(&partials[at + 3]));
}

fn settledSum(p: u32, seen: vec2<u32>) -> Sum {
  var bits = vec2<u32>(settled(6 * p + 2, seen.x), 0);
  if (SUM_WORDS == 2) {
    bits.y = settled(6 * p + 3, seen.y);
  }
  return sumOfBits(bits);
}

// `total` and partial sum `p`, where there is one before `end`.
fn joined(total: Sum, p: u32, end: u32, seen: vec2<u32>) -> Sum {
  if (p >= end) {
    return total;
  }
  return addSums(total, settledSum(p, seen));
}

fn joinPartials(p: u32, sum: Sum) {
  let bits = sumBits(sum);
  let facts = atomicLoad(&partials[6 * p]);
  if (facts == 0) {
    atomicStore(&partials[6 * p + 2], bits.x);
    atomicStore(&partials[6 * p + 3], bits.y);
    return;
  }
  putWord(6 * p + 2, bits.x);
  if (SUM_WORDS == 2) {
    putWord(6 * p + 3, bits.y);
  }
  let first = facts / 64;
  let count = facts % 64;
  if (atomicAdd(&partials[6 * first + 1], 1u) + 1 < count) {
    return;
  }
  atomicStore(&partials[6 * first + 1], 0u);
  var total = zeroSum();
  // Eight at a time: all are on their way while the first is waited for.
  let end = first + count;
  for (var k = first; k < end; k += 8) {
    let seen0 = wordsNow(k, end);
    let seen1 = wordsNow(k + 1, end);
    let seen2 = wordsNow(k + 2, end);
    let seen3 = wordsNow(k + 3, end);
    let seen4 = wordsNow(k + 4, end);
    let seen5 = wordsNow(k + 5, end);
    let seen6 = wordsNow(k + 6, end);
    let seen7 = wordsNow(k + 7, end);
    total = joined(total, k, end, seen0);
    total = joined(total, k + 1, end, seen1);
    total = joined(total, k + 2, end, seen2);
    total = joined(total, k + 3, end, seen3);
    total = joined(total, k + 4, end, seen4);
    total = joined(total, k + 5, end, seen5);
    total = joined(total, k + 6, end, seen6);
    total = joined(total, k + 7, end, seen7);
  }
  finishRow(atomicLoad(&partials[6 * p + 4]), total);
}
