// CSR: a row of A, `ahead` entries at once, four or eight. Rows of more than `longRow` entries are left to csr-parts.wgsl.
override longRow: u32 = 0xffffffffu;
// Whether value k is values[order[k]].
override ordered: bool = false;
override ahead: u32 = 4;

@group(0) @binding(3) var<storage, read> rowStart: array<u32>;
@group(0) @binding(4) var<storage, read> colIndex: array<u32>;
@group(0) @binding(5) var<storage, read> values: array<Value>;
@group(0) @binding(6) var<storage, read> order: array<u32>;
@group(0) @binding(7) var<uniform> launch: Launch;

fn valueAt(k: u32) -> Value {
  if (ordered) {
    return values[order[k]];
  }
  return values[k];
}

fn addFour(sums: Sums, k: u32, lane: u32) -> Sums {
  let x0 = loadColumns(colIndex[k], lane);
  let x1 = loadColumns(colIndex[k + 1], lane);
  let x2 = loadColumns(colIndex[k + 2], lane);
  let x3 = loadColumns(colIndex[k + 3], lane);
  var next = addColumns(sums, valueAt(k), x0);
  next = addColumns(next, valueAt(k + 1), x1);
  next = addColumns(next, valueAt(k + 2), x2);
  return addColumns(next, valueAt(k + 3), x3);
}

@compute @workgroup_size(blockSize)
fn csr(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let own = ownOf(id, groups, local);
  if (!isThere(own)) {
    return;
  }
  let end = rowStart[own.row + 1];
  var k = rowStart[own.row];
  if (end - k > longRow) {
    return;
  }
  var sums = zeroSums();
  for (; ahead == 8 && k + 7 < end; k += 8) {
    sums = addFour(sums, k, own.lane);
    sums = addFour(sums, k + 4, own.lane);
  }
  for (; k + 3 < end; k += 4) {
    sums = addFour(sums, k, own.lane);
  }
  for (; k < end; k++) {
    sums = addColumns(sums, valueAt(k), loadColumns(colIndex[k], own.lane));
  }
  finishColumns(own, own.row, sums);
}
