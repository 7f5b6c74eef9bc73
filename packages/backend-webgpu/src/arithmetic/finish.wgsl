// For operations with host scalars alpha and beta: how a row ends.
fn readsY() -> bool {
  return scalars.beta != 0.0 || scalars.betaLow != 0.0;
}

// alpha sum + beta old, with old = zeroValue() when beta = 0.
fn finish(sum: Sum, old: Value) -> Value {
  return narrowed(addSums(scaled(scalars.alpha, scalars.alphaLow, sum), scaled(scalars.beta, scalars.betaLow, widened(old))));
}

// alpha sum + old, for the later parts of a row finished in parts.
fn finishMore(sum: Sum, old: Value) -> Value {
  return narrowed(addSums(scaled(scalars.alpha, scalars.alphaLow, sum), widened(old)));
}
