// What every kernel of this package finds in WGSL: out (m x n, by rows) from left (m x k) and right (k x n), each with the elements from one
// row, one column and one matrix of the batch to the next.
struct Launch {
  m: u32,
  n: u32,
  k: u32,
  batch: u32,
  leftRow: u32,
  leftCol: u32,
  leftBatch: u32,
  rightRow: u32,
  rightCol: u32,
  rightBatch: u32,
  outRow: u32,
  outBatch: u32,
}

@group(0) @binding(4) var<uniform> launch: Launch;

// The number of a workgroup: many are folded into two dimensions, and the last few may be too many.
fn groupNumber(id: vec3<u32>, groups: vec3<u32>) -> u32 {
  return id.x + id.y * groups.x;
}

fn ceilDiv(a: u32, b: u32) -> u32 {
  return (a + b - 1u) / b;
}
