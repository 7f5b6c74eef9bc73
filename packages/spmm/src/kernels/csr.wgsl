// CSR: a row of A, four entries at once. Rows of more than `longRow` entries are left to csr-parts.wgsl.
override longRow: u32 = 0xffffffffu;
// Whether value k is values[order[k]].
override ordered: bool = false;

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
  for (; k + 3 < end; k += 4) {
    let x0 = loadColumns(colIndex[k], own.lane);
    let x1 = loadColumns(colIndex[k + 1], own.lane);
    let x2 = loadColumns(colIndex[k + 2], own.lane);
    let x3 = loadColumns(colIndex[k + 3], own.lane);
    sums = addColumns(sums, valueAt(k), x0);
    sums = addColumns(sums, valueAt(k + 1), x1);
    sums = addColumns(sums, valueAt(k + 2), x2);
    sums = addColumns(sums, valueAt(k + 3), x3);
  }
  for (; k < end; k++) {
    sums = addColumns(sums, valueAt(k), loadColumns(colIndex[k], own.lane));
  }
  finishColumns(own, own.row, sums);
}
