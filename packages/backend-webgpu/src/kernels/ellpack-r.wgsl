// ELLPACK-R, one thread a row, as many places as the row has entries. Geometry and slices as in ellpack.wgsl. Follows
// ellpack-row.wgsl.
override blockSize: u32 = 256;

@group(0) @binding(1) var<storage, read> rowLength: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<i32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;

struct Launch {
  rowBegin: u32,
  rowEnd: u32,
  placeBegin: u32,
  placeEnd: u32,
  rowStep: u32,
  placeStep: u32,
  first: u32,
  continues: u32,
}
@group(0) @binding(6) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn ellpackR(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = launch.rowBegin + groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rowEnd) {
    return;
  }
  let end = min(rowLength[row], launch.placeEnd);
  let count = max(end, launch.placeBegin) - launch.placeBegin;
  let sum = sumPlaces(row * launch.rowStep + launch.placeBegin * launch.placeStep - launch.first, launch.placeStep, count);
  if (launch.continues != 0) {
    if (end > launch.placeBegin) {
      addToRow(row, sum);
    }
    return;
  }
  finishRow(row, sum);
}
