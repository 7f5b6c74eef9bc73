// a · b exactly, on a device whose fma rounds once. The product is opaque: contracted into a later sum it would be another number.
fn twoProduct(a: f32, b: f32) -> vec2<f32> {
  let high = opaque(a * b);
  return vec2<f32>(high, fma(a, b, -high));
}
