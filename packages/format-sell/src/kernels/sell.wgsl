// Sliced ELLPACK, one thread a row: the threads of a workgroup load neighbouring slots. A row ends at its first padding.
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
  let slice = place / C;
  let end = sliceStart[slice + 1];
  var slot = sliceStart[slice] + place % C;
  var sum = zeroSum();
  // Four places at once: padding is at the end of a row, so the last of four tells of all.
  while (slot + 3 * C < end) {
    let last = colIndex[slot + 3 * C];
    if (last < 0) {
      break;
    }
    let first = colIndex[slot];
    let second = colIndex[slot + C];
    let third = colIndex[slot + 2 * C];
    sum = addProduct(sum, values[slot], x[first]);
    sum = addProduct(sum, values[slot + C], x[second]);
    sum = addProduct(sum, values[slot + 2 * C], x[third]);
    sum = addProduct(sum, values[slot + 3 * C], x[last]);
    slot += 4 * C;
  }
  for (; slot < end; slot += C) {
    let column = colIndex[slot];
    if (column < 0) {
      break;
    }
    sum = addProduct(sum, values[slot], x[column]);
  }
  var row = place;
  if (ordered) {
    row = rowOrder[place];
  }
  finishRow(row, sum);
}
