// Arithmetic of numbers, by one thread. Declared beside it: s, computed(). Follows quotient.wgsl and what that follows: the root of a negative number is said, not computed, too.
fn root(a: Value) -> Value {
  if (highOf(a) == 0.0) {
    return zeroValue();
  }
  if (isEndless(a) || highOf(a) < 0.0) {
    broken = true;
    return zeroValue();
  }
  return rootOf(a);
}

fn times(a: Value, b: Value) -> Value { return narrowed(product(a, b)); }

fn hypotOf(a: Value, b: Value) -> Value {
  var most = absolute(a);
  var least = absolute(b);
  if (isEndless(most) || isEndless(least)) {
    return narrowed(addProduct(product(most, most), least, least));
  }
  if (highOf(most) < highOf(least)) {
    most = absolute(b);
    least = absolute(a);
  }
  if (isZero(most)) {
    return zeroValue();
  }
  let share = quotient(least, most);
  return times(most, rootOf(narrowed(addProduct(widened(oneValue()), share, share))));
}

@compute @workgroup_size(1)
fn number() {
  s[0] = computed();
}
