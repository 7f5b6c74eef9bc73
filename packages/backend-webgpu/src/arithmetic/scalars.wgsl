// What every product is given: alpha and beta, their low words in df64, and a zero that no compiler knows to be one.
struct Scalars {
  alpha: f32,
  beta: f32,
  alphaLow: f32,
  betaLow: f32,
  zero: u32,
}
@group(0) @binding(0) var<uniform> scalars: Scalars;

fn readsY() -> bool {
  return scalars.beta != 0.0;
}
