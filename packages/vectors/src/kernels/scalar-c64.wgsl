// What scalar.wgsl needs besides the arithmetic, in c64. Roots are those of real numbers.
fn highOf(value: Value) -> f32 { return value.x; }
fn negated(value: Value) -> Value { return -value; }
fn oneValue() -> Value { return vec2<f32>(1.0, 0.0); }
fn rootOf(a: Value) -> Value { return vec2<f32>(sqrt(a.x), 0.0); }

// Scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962).
fn divided(a: Value, b: Value) -> Value {
  if (abs(b.x) < abs(b.y)) {
    let share = b.x / b.y;
    return vec2<f32>(a.x * share + a.y, a.y * share - a.x) / (b.x * share + b.y);
  }
  let share = b.y / b.x;
  return vec2<f32>(a.x + a.y * share, a.y - a.x * share) / (b.x + b.y * share);
}

fn absolute(a: Value) -> Value {
  let parts = abs(a);
  let most = max(parts.x, parts.y);
  if (most == 0.0) {
    return zeroValue();
  }
  let share = min(parts.x, parts.y) / most;
  return vec2<f32>(most * sqrt(1.0 + share * share), 0.0);
}
