// The number of slices in a uniform: one pipeline for all matrices.
fn slicesThere() -> u32 { return launch.sliceCount; }
