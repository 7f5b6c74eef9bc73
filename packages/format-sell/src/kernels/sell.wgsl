// Sliced ELLPACK, one thread a row: follows sell-row.wgsl.
override blockSize: u32 = 256;
override C: u32 = 32;
override ordered: bool = false;

@group(0) @binding(1) var<storage, read> sliceStart: array<u32>;
@group(0) @binding(2) var<storage, read> rowOrder: array<u32>;
@group(0) @binding(3) var<storage, read> colIndex: array<i32>;
@group(0) @binding(4) var<storage, read> values: array<Value>;
@group(0) @binding(5) var<storage, read> x: array<Value>;
@group(0) @binding(6) var<storage, read_write> y: array<Value>;

struct Launch {
  rows: u32,
}
@group(0) @binding(7) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn sell(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let place = groupNumber(id, groups) * blockSize + local;
  if (place >= launch.rows) {
    return;
  }
  var row = place;
  if (ordered) {
    row = rowOrder[place];
  }
  finishRow(row, sumOfPlace(place));
}
