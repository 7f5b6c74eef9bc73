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

fn secondWord(p: u32) -> u32 {
  if (SUM_WORDS == 1) {
    return 0;
  }
  return atomicLoad(&partials[6 * p + 3]);
}

fn settledSum(p: u32, x: u32, y: u32) -> Sum {
  var bits = vec2<u32>(settled(6 * p + 2, x), 0);
  if (SUM_WORDS == 2) {
    bits.y = settled(6 * p + 3, y);
  }
  return sumOfBits(bits);
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
  // Two at a time: the second is on its way while the first is waited for.
  let end = first + count;
  for (var k = first; k < end; k += 2) {
    let next = min(k + 1, end - 1);
    let x0 = atomicLoad(&partials[6 * k + 2]);
    let x1 = atomicLoad(&partials[6 * next + 2]);
    let y0 = secondWord(k);
    let y1 = secondWord(next);
    total = addSums(total, settledSum(k, x0, y0));
    if (k + 1 < end) {
      total = addSums(total, settledSum(next, x1, y1));
    }
  }
  finishRow(atomicLoad(&partials[6 * p + 4]), total);
}
