// One quotient after another, each 0 where it is not finite.
fn safeQuotient(a: Value, b: Value) -> Value {
  broken = false;
  return safe(quotient(a, b));
}
