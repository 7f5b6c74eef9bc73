// Quotients of numbers that may not be divided. Follows zero.wgsl and what is particular to the precision.
// What divides by 0 is said, not computed: a device may make anything of it.
var<private> broken: bool;

fn quotient(a: Value, b: Value) -> Value {
  if (isZero(b) || isEndless(a) || isEndless(b)) {
    broken = true;
    return zeroValue();
  }
  if (isZero(a)) {
    return zeroValue();
  }
  return divided(a, b);
}

// 0 where the value is not finite.
fn safe(value: Value) -> Value {
  if (broken || isEndless(value)) {
    return zeroValue();
  }
  return value;
}

// One quotient after another, each 0 where it is not finite.
fn safeQuotient(a: Value, b: Value) -> Value {
  broken = false;
  return safe(quotient(a, b));
}
