// By bits: a compiler may assume what it likes of a comparison.
fn isZero(value: Value) -> bool {
  return (sumBits(widened(value)).x & 0x7fffffffu) == 0u;
}

fn isEndless(value: Value) -> bool {
  return (sumBits(widened(value)).x & 0x7f800000u) == 0x7f800000u;
}
