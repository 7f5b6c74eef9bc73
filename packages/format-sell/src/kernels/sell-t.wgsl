// Sliced ELLPACK, T threads a row, block / T apart: neighbouring threads still load neighbouring slots. For long rows.
override block: u32 = 256;
override T: u32 = 4;
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

var<workgroup> partial: array<Sum, block>;

@compute @workgroup_size(block)
fn sellT(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let rowsHere = block / T;
  let lane = local / rowsHere;
  let place = (id.x + id.y * groups.x) * rowsHere + local % rowsHere;
  var sum = zeroSum();
  if (place < launch.rows) {
    let slice = place / C;
    let end = sliceStart[slice + 1];
    for (var slot = sliceStart[slice] + place % C + lane * C; slot < end; slot += T * C) {
      let column = colIndex[slot];
      if (column < 0) {
        break;
      }
      sum = addProduct(sum, values[slot], x[column]);
    }
  }
  partial[local] = sum;
  workgroupBarrier();
  for (var half = T / 2; half > 0; half /= 2) {
    if (lane < half) {
      partial[local] = addSums(partial[local], partial[local + half * rowsHere]);
    }
    workgroupBarrier();
  }
  if (lane != 0 || place >= launch.rows) {
    return;
  }
  var row = place;
  if (ordered) {
    row = rowOrder[place];
  }
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(partial[local], old);
}
