// Arithmetic of precision c64: values and sums are complex, real and imaginary part in single precision.
alias Value = vec2<f32>;
alias Sum = vec2<f32>;

// Four values: two 16-byte loads.
struct Value4 {
  low: vec4<f32>,
  high: vec4<f32>,
}

fn conjugated(value: Value) -> Value { return vec2<f32>(value.x, -value.y); }
fn zeroValue() -> Value { return vec2<f32>(0.0, 0.0); }
fn zeroSum() -> Sum { return vec2<f32>(0.0, 0.0); }

fn unpack(four: Value4) -> array<Value, 4> {
  return array<Value, 4>(four.low.xy, four.low.zw, four.high.xy, four.high.zw);
}
fn pack(a: Value, b: Value, c: Value, d: Value) -> Value4 {
  return Value4(vec4<f32>(a, b), vec4<f32>(c, d));
}

fn product(a: Value, x: Value) -> Sum { return vec2<f32>(a.x * x.x - a.y * x.y, a.x * x.y + a.y * x.x); }
fn addProduct(sum: Sum, a: Value, x: Value) -> Sum { return sum + product(a, x); }
fn addSums(a: Sum, b: Sum) -> Sum { return a + b; }
// A sum times a scalar of the host, of which `low` is the imaginary part. Without one it is a real number.
fn scaled(high: f32, low: f32, sum: Sum) -> Sum {
  if (low == 0.0) {
    return high * sum;
  }
  return product(vec2<f32>(high, low), sum);
}
fn widened(value: Value) -> Sum { return value; }
fn narrowed(sum: Sum) -> Value { return sum; }

// A sum as words and back, for sums that are passed on atomically.
const SUM_WORDS = 2u;
fn sumBits(sum: Sum) -> vec2<u32> { return bitcast<vec2<u32>>(sum); }
fn sumOfBits(bits: vec2<u32>) -> Sum { return bitcast<vec2<f32>>(bits); }
