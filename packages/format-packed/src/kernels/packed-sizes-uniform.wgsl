// The number of slices in a uniform: one pipeline for all matrices.
struct Launch {
  sliceCount: u32,
}
@group(0) @binding(9) var<uniform> launch: Launch;

fn slicesThere() -> u32 { return launch.sliceCount; }
