// ELLPACK, one thread a row, to the row's first padding (column −1). Place k of row i is element i·rowStep + k·placeStep of the matrix,
// and element `first` of the matrix is the first one bound. Rows rowBegin … rowEnd − 1 and places placeBegin … placeEnd − 1 are worked
// on: all of them, or a slice of a matrix whose arrays are larger than a binding may be.
override block: u32 = 256;
override rowBegin: u32 = 0;
override rowEnd: u32 = 0;
override placeBegin: u32 = 0;
override placeEnd: u32 = 0;
override rowStep: u32 = 1;
override placeStep: u32 = 1;
override first: u32 = 0;
override continues: bool = false;

@group(0) @binding(1) var<storage, read> colIndex: array<i32>;
@group(0) @binding(2) var<storage, read> values: array<Value>;
@group(0) @binding(3) var<storage, read> x: array<Value>;
@group(0) @binding(4) var<storage, read_write> y: array<Value>;

@compute @workgroup_size(block)
fn ellpack(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = rowBegin + (id.x + id.y * groups.x) * block + local;
  if (row >= rowEnd) {
    return;
  }
  var sum = zeroSum();
  var slot = row * rowStep + placeBegin * placeStep - first;
  for (var k = placeBegin; k < placeEnd; k++) {
    let column = colIndex[slot];
    if (column < 0) {
      break;
    }
    sum = addProduct(sum, values[slot], x[column]);
    slot += placeStep;
  }
  if (continues) {
    y[row] = finishMore(sum, y[row]);
    return;
  }
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}
