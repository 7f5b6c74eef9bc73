// Sliced ELLPACK: a row of A, `ahead` places at once, four or eight. Padding is at the end of a row and has column −1.
override C: u32 = 32;
override ordered: bool = false;
override ahead: u32 = 4;

@group(0) @binding(3) var<storage, read> sliceStart: array<u32>;
@group(0) @binding(4) var<storage, read> rowOrder: array<u32>;
@group(0) @binding(5) var<storage, read> colIndex: array<i32>;
@group(0) @binding(6) var<storage, read> values: array<Value>;
@group(0) @binding(7) var<uniform> launch: Launch;

// Adds the entries of four places, the last of which is in column `last`.
fn addFour(sums: Sums, slot: u32, last: i32, lane: u32) -> Sums {
  let x0 = loadColumns(u32(colIndex[slot]), lane);
  let x1 = loadColumns(u32(colIndex[slot + C]), lane);
  let x2 = loadColumns(u32(colIndex[slot + 2 * C]), lane);
  let x3 = loadColumns(u32(last), lane);
  var next = addColumns(sums, values[slot], x0);
  next = addColumns(next, values[slot + C], x1);
  next = addColumns(next, values[slot + 2 * C], x2);
  return addColumns(next, values[slot + 3 * C], x3);
}

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
  // The last of four or eight tells of all.
  while (ahead == 8 && slot + 7 * C < end) {
    let last = colIndex[slot + 7 * C];
    if (last < 0) {
      break;
    }
    sums = addFour(sums, slot, colIndex[slot + 3 * C], own.lane);
    sums = addFour(sums, slot + 4 * C, last, own.lane);
    slot += 8 * C;
  }
  while (slot + 3 * C < end) {
    let last = colIndex[slot + 3 * C];
    if (last < 0) {
      break;
    }
    sums = addFour(sums, slot, last, own.lane);
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
