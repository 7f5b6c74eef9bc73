// What scalar.wgsl needs besides the arithmetic, in df64: quotients and roots of the high words, corrected twice by what is left of them.
fn highOf(value: Value) -> f32 { return value.x; }
fn negated(value: Value) -> Value { return -value; }
fn absolute(a: Value) -> Value { return select(a, -a, a.x < 0.0); }
// A constant that compilers know lets them simplify (1 + x) - 1.
fn oneValue() -> Value { return vec2<f32>(opaque(1.0), 0.0); }

fn divided(a: Value, b: Value) -> Value {
  var result = vec2<f32>(a.x / b.x, 0.0);
  for (var round = 0; round < 2; round++) {
    let left = addSums(a, negated(product(result, b)));
    result = addSums(result, vec2<f32>(left.x / b.x, 0.0));
  }
  return result;
}

fn rootOf(a: Value) -> Value {
  var result = vec2<f32>(sqrt(a.x), 0.0);
  for (var round = 0; round < 2; round++) {
    let left = addSums(a, negated(product(result, result)));
    result = addSums(result, vec2<f32>(left.x / (2.0 * result.x), 0.0));
  }
  return result;
}
