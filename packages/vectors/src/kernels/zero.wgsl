// By bits: a compiler may assume what it likes of a comparison. A number of two words is 0 where both are, and not finite where one is not.
fn isZero(value: Value) -> bool {
  let bits = sumBits(widened(value));
  return ((bits.x | bits.y) & 0x7fffffffu) == 0u;
}

fn isEndless(value: Value) -> bool {
  return any((sumBits(widened(value)) & vec2<u32>(0x7f800000u)) == vec2<u32>(0x7f800000u));
}
