// HYB in one program: rows with little overflow by one thread each, rows with much by 32 threads each. Every row is finished by one of
// the two dispatches, so nothing is added to y twice and no atomics are needed.
override blockSize: u32 = 256;

@group(0) @binding(1) var<storage, read> overflowStart: array<u32>;
@group(0) @binding(2) var<storage, read> ellColIndex: array<i32>;
@group(0) @binding(3) var<storage, read> ellValues: array<Value>;
@group(0) @binding(4) var<storage, read> cooColIndex: array<u32>;
@group(0) @binding(5) var<storage, read> cooValues: array<Value>;
@group(0) @binding(6) var<storage, read> x: array<Value>;
@group(0) @binding(7) var<storage, read_write> y: array<Value>;

struct Launch {
  rows: u32,
  width: u32,
  rowStep: u32,
  placeStep: u32,
  limit: u32,
}
@group(0) @binding(8) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn hybRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rows) {
    return;
  }
  var sum = zeroSum();
  var slot = row * launch.rowStep;
  var place = 0u;
  for (; place < launch.width; place++) {
    let column = ellColIndex[slot];
    if (column < 0) {
      break;
    }
    sum = addProduct(sum, ellValues[slot], x[column]);
    slot += launch.placeStep;
  }
  if (place == launch.width) {
    let first = overflowStart[row];
    let last = overflowStart[row + 1];
    if (last - first > launch.limit) {
      return;
    }
    for (var k = first; k < last; k++) {
      sum = addProduct(sum, cooValues[k], x[cooColIndex[k]]);
    }
  }
  finishRow(row, sum);
}
