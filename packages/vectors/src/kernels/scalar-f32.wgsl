// What scalar.wgsl needs besides the arithmetic, in f32.
fn highOf(value: Value) -> f32 { return value; }
fn negated(value: Value) -> Value { return -value; }
fn absolute(a: Value) -> Value { return abs(a); }
fn oneValue() -> Value { return 1.0; }
fn divided(a: Value, b: Value) -> Value { return a / b; }
fn rootOf(a: Value) -> Value { return sqrt(a); }
