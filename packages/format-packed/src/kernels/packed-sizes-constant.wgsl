// The number of slices as a constant of the pipeline.
fn slicesThere() -> u32 { return sliceCount; }
