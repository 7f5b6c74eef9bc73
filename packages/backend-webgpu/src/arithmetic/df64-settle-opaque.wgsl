// Sums on a device whose compiler would simplify (a + b) - a.
fn settle(v: f32) -> f32 { return opaque(v); }
