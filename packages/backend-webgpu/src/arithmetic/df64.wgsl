// Arithmetic of precision df64: a value is high + low, two f32 of which low is at most half a unit in the last place of high.
// Algorithms 1, 2, 6 and 10 of Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic" (2017): sums within 3u², products within 7u², u = 2^-24. `settle` and `twoProduct` come in variants of which the
// device's self-test chooses. Where a high word is infinite or not a number the low word is 0, as everywhere in this package.
alias Value = vec2<f32>;
alias Sum = vec2<f32>;

// Four values: two 16-byte loads.
struct Value4 {
  low: vec4<f32>,
  high: vec4<f32>,
}

fn conjugated(value: Value) -> Value { return value; }
fn zeroValue() -> Value { return vec2<f32>(0.0, 0.0); }
fn zeroSum() -> Sum { return vec2<f32>(0.0, 0.0); }

fn unpack(four: Value4) -> array<Value, 4> {
  return array<Value, 4>(four.low.xy, four.low.zw, four.high.xy, four.high.zw);
}

fn pack(a: Value, b: Value, c: Value, d: Value) -> Value4 {
  return Value4(vec4<f32>(a, b), vec4<f32>(c, d));
}

// The same number, but nothing an optimiser could contract, reorder or cancel through.
fn opaque(v: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(v) ^ scalars.zero);
}

// By bits: a compiler may assume that there are no infinities and fold a comparison.
fn notFinite(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7f800000u) == 0x7f800000u;
}

// a + b exactly (Knuth).
fn twoSum(a: f32, b: f32) -> vec2<f32> {
  let sum = settle(a + b);
  let part = settle(sum - a);
  return vec2<f32>(sum, (a - (sum - part)) + (b - part));
}

// a + b exactly when |a| >= |b| (Dekker).
fn quickTwoSum(a: f32, b: f32) -> vec2<f32> {
  let sum = settle(a + b);
  return vec2<f32>(sum, b - (sum - a));
}

fn addSums(a: Sum, b: Sum) -> Sum {
  let high = twoSum(a.x, b.x);
  if (notFinite(high.x)) {
    return vec2<f32>(high.x, 0.0);
  }
  let low = twoSum(a.y, b.y);
  let middle = quickTwoSum(high.x, high.y + low.x);
  return quickTwoSum(middle.x, low.y + middle.y);
}

fn product(a: Value, x: Value) -> Sum {
  let high = twoProduct(a.x, x.x);
  if (notFinite(high.x)) {
    return vec2<f32>(high.x, 0.0);
  }
  return quickTwoSum(high.x, high.y + (a.x * x.y + a.y * x.x));
}

fn addProduct(sum: Sum, a: Value, x: Value) -> Sum {
  return addSums(sum, product(a, x));
}

// A sum times a number of the host, and between values and sums.
fn scaled(high: f32, low: f32, sum: Sum) -> Sum { return product(vec2<f32>(high, low), sum); }
fn widened(value: Value) -> Sum { return value; }
fn narrowed(sum: Sum) -> Value { return sum; }

// A sum as words and back, for sums that are passed on atomically.
const SUM_WORDS = 2u;
fn sumBits(sum: Sum) -> vec2<u32> { return bitcast<vec2<u32>>(sum); }
fn sumOfBits(bits: vec2<u32>) -> Sum { return bitcast<vec2<f32>>(bits); }
