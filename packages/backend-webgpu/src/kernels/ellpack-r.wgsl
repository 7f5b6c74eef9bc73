// ELLPACK-R, one thread a row, as many places as the row has entries. Geometry and slices as in ellpack.wgsl.
override block: u32 = 256;
override rowBegin: u32 = 0;
override rowEnd: u32 = 0;
override placeBegin: u32 = 0;
override placeEnd: u32 = 0;
override rowStep: u32 = 1;
override placeStep: u32 = 1;
override first: u32 = 0;
override continues: bool = false;

@group(0) @binding(1) var<storage, read> rowLength: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;

@compute @workgroup_size(block)
fn ellpackR(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = rowBegin + (id.x + id.y * groups.x) * block + local;
  if (row >= rowEnd) {
    return;
  }
  let end = min(rowLength[row], placeEnd);
  var sum = zeroSum();
  var slot = row * rowStep + placeBegin * placeStep - first;
  for (var k = placeBegin; k < end; k++) {
    sum = addProduct(sum, values[slot], x[colIndex[slot]]);
    slot += placeStep;
  }
  if (continues) {
    if (end > placeBegin) {
      y[row] = finishMore(sum, y[row]);
    }
    return;
  }
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}
