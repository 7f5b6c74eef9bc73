// Rows divided between workgroups, put together in one dispatch. Part p is parts[6p … 6p+5]: the row's first part × 64 + the number of
// its parts, a counter (of the first part), the sum's two words, and the row. Whoever finds that all parts have arrived adds them up in their order,
// so that the sum does not depend on timing, and empties the words for the next product. A word is stored with its bits inverted, and
// an empty one is 0: a part that has been counted but not yet seen is waited for, which is safe, because its thread has already stored
// it. Rows of very many parts have a 0 in front and are left, as they are, to finish-cuts.wgsl. Declared beside it: parts, finishRow.
fn putWord(place: u32, bits: u32) {
  // All bits set is a NaN that arithmetic does not give; it would look like an empty word.
  atomicStore(&parts[place], ~select(bits, 0x7fc00000u, bits == 0xffffffffu));
}

// What place `place`, of which `word` was seen, holds now or later.
fn settled(place: u32, seen: u32) -> u32 {
  var word = seen;
  while (word == 0) {
    word = atomicLoad(&parts[place]);
  }
  atomicStore(&parts[place], 0u);
  return ~word;
}

fn secondWord(part: u32) -> u32 {
  if (SUM_WORDS == 1) {
    return 0;
  }
  return atomicLoad(&parts[6 * part + 3]);
}

fn settledSum(part: u32, x: u32, y: u32) -> Sum {
  var bits = vec2<u32>(settled(6 * part + 2, x), 0);
  if (SUM_WORDS == 2) {
    bits.y = settled(6 * part + 3, y);
  }
  return sumOfBits(bits);
}

fn joinParts(part: u32, sum: Sum) {
  let bits = sumBits(sum);
  let facts = atomicLoad(&parts[6 * part]);
  if (facts == 0) {
    atomicStore(&parts[6 * part + 2], bits.x);
    atomicStore(&parts[6 * part + 3], bits.y);
    return;
  }
  putWord(6 * part + 2, bits.x);
  if (SUM_WORDS == 2) {
    putWord(6 * part + 3, bits.y);
  }
  let first = facts / 64;
  let count = facts % 64;
  if (atomicAdd(&parts[6 * first + 1], 1u) + 1 < count) {
    return;
  }
  atomicStore(&parts[6 * first + 1], 0u);
  var total = zeroSum();
  // Two at a time: the second is on its way while the first is waited for.
  let end = first + count;
  for (var k = first; k < end; k += 2) {
    let next = min(k + 1, end - 1);
    let x0 = atomicLoad(&parts[6 * k + 2]);
    let x1 = atomicLoad(&parts[6 * next + 2]);
    let y0 = secondWord(k);
    let y1 = secondWord(next);
    total = addSums(total, settledSum(k, x0, y0));
    if (k + 1 < end) {
      total = addSums(total, settledSum(next, x1, y1));
    }
  }
  finishRow(atomicLoad(&parts[6 * part + 4]), total);
}
