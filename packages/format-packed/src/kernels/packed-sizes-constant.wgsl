// The number of slices as a constant of the pipeline.
override sliceCount: u32 = 0;

fn slicesThere() -> u32 { return sliceCount; }
