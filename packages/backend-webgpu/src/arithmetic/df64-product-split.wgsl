// a · b exactly without fma (Dekker): halves of 12 bits, whose products fit an f32, so that contraction changes nothing.
fn upperHalf(a: f32) -> f32 {
  let bits = bitcast<u32>(a);
  let rounded = (bits + 0x800u) & 0xfffff000u;
  // Rounding the largest numbers up would make them infinite.
  return bitcast<f32>(select(rounded, bits & 0xfffff000u, (bits & 0x7ffff000u) == 0x7f7ff000u));
}

fn twoProduct(a: f32, b: f32) -> vec2<f32> {
  let high = opaque(a * b);
  let aHigh = upperHalf(a);
  let aLow = a - aHigh;
  let bHigh = upperHalf(b);
  let bLow = b - bHigh;
  return vec2<f32>(high, aLow * bLow - (((high - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow));
}
