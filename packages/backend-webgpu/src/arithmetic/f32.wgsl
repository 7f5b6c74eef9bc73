// Arithmetic of precision f32: values and sums in single precision.
alias Value = f32;
alias Value4 = vec4<f32>;
alias Sum = f32;

fn conjugated(value: Value) -> Value { return value; }
fn zeroValue() -> Value { return 0.0; }
fn zeroSum() -> Sum { return 0.0; }

fn unpack(four: Value4) -> array<Value, 4> {
  return array<Value, 4>(four.x, four.y, four.z, four.w);
}
fn pack(a: Value, b: Value, c: Value, d: Value) -> Value4 { return Value4(a, b, c, d); }

fn product(a: Value, x: Value) -> Sum { return a * x; }
fn addProduct(sum: Sum, a: Value, x: Value) -> Sum { return sum + a * x; }
fn addSums(a: Sum, b: Sum) -> Sum { return a + b; }
// A sum times a number of the host, and between values and sums.
fn scaled(high: f32, low: f32, sum: Sum) -> Sum { return high * sum; }
fn widened(value: Value) -> Sum { return value; }
fn narrowed(sum: Sum) -> Value { return sum; }

// A sum as words and back, for sums that are passed on atomically.
const SUM_WORDS = 1u;
fn sumBits(sum: Sum) -> vec2<u32> { return vec2<u32>(bitcast<u32>(sum), 0); }
fn sumOfBits(bits: vec2<u32>) -> Sum { return bitcast<f32>(bits.x); }
