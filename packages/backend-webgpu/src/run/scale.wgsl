// y ← βy, and y ← 0 without reading it when β = 0, gaps left alone. The zero padding at the end stays zero.
override block: u32 = 64;
// Gaps of a dense matrix: of every `period` elements those past `extent`, and of every `line` of these those past `used`.
struct Gaps {
  period: u32,
  line: u32,
  used: u32,
  extent: u32,
}

@group(0) @binding(1) var<storage, read_write> y: array<Value>;
@group(0) @binding(2) var<uniform> gaps: Gaps;

@compute @workgroup_size(block)
fn scale(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * groups.x) * block + local;
  let within = row % gaps.period;
  if (row >= arrayLength(&y) || within % gaps.line >= gaps.used || within >= gaps.extent) {
    return;
  }
  var old = zeroValue();
  if (scalars.beta != 0.0 || scalars.betaLow != 0.0) {
    old = y[row];
  }
  y[row] = narrowed(scaled(scalars.beta, scalars.betaLow, widened(old)));
}
