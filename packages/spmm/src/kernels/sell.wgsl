// Sliced ELLPACK: a row of A, four places at once. Padding is at the end of a row and has column −1.
override C: u32 = 32;
override ordered: bool = false;

@group(0) @binding(3) var<storage, read> sliceStart: array<u32>;
@group(0) @binding(4) var<storage, read> rowOrder: array<u32>;
@group(0) @binding(5) var<storage, read> colIndex: array<i32>;
@group(0) @binding(6) var<storage, read> values: array<Value>;
@group(0) @binding(7) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn sell(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let own = ownOf(id, groups, local);
  if (!isThere(own)) {
    return;
  }
  let slice = own.row / C;
  let end = sliceStart[slice + 1];
  var slot = sliceStart[slice] + own.row % C;
  var sums = zeroSums();
  while (slot + 3 * C < end) {
    let last = colIndex[slot + 3 * C];
    // The last of four tells of all.
    if (last < 0) {
      break;
    }
    let x0 = loadColumns(u32(colIndex[slot]), own.lane);
    let x1 = loadColumns(u32(colIndex[slot + C]), own.lane);
    let x2 = loadColumns(u32(colIndex[slot + 2 * C]), own.lane);
    let x3 = loadColumns(u32(last), own.lane);
    sums = addColumns(sums, values[slot], x0);
    sums = addColumns(sums, values[slot + C], x1);
    sums = addColumns(sums, values[slot + 2 * C], x2);
    sums = addColumns(sums, values[slot + 3 * C], x3);
    slot += 4 * C;
  }
  for (; slot < end; slot += C) {
    let column = colIndex[slot];
    if (column < 0) {
      break;
    }
    sums = addColumns(sums, values[slot], loadColumns(u32(column), own.lane));
  }
  var row = own.row;
  if (ordered) {
    row = rowOrder[own.row];
  }
  finishColumns(own, row, sums);
}
