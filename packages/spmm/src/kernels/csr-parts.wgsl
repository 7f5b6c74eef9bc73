// Parts of long rows: entries parts[2p] … parts[2p+1] − 1 are added up by a workgroup, for `lanesHere` threads' columns at a time, of which every
// blockSize / lanesHere threads share the entries. Sums are added in one order.
override lanesHere: u32 = 1;
override ordered: bool = false;

@group(0) @binding(3) var<storage, read> parts: array<u32>;
@group(0) @binding(4) var<storage, read> colIndex: array<u32>;
@group(0) @binding(5) var<storage, read> values: array<Value>;
@group(0) @binding(6) var<storage, read> order: array<u32>;
@group(0) @binding(7) var<storage, read_write> partials: array<Sums>;
@group(0) @binding(8) var<uniform> launch: Launch;

var<workgroup> groupSums: array<Sums, blockSize>;

fn valueAt(k: u32) -> Value {
  if (ordered) {
    return values[order[k]];
  }
  return values[k];
}

@compute @workgroup_size(blockSize)
fn csrParts(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let tiles = (launch.lanes + lanesHere - 1) / lanesHere;
  let number = id.x + id.y * groups.x;
  let part = number / tiles;
  // No part ends at 0: beyond the last one are zeros, or nothing.
  if (2 * part + 1 >= arrayLength(&parts) || parts[2 * part + 1] == 0) {
    return;
  }
  let lane = number % tiles * lanesHere + local % lanesHere;
  var sums = zeroSums();
  if (lane < launch.lanes) {
    for (var k = parts[2 * part] + local / lanesHere; k < parts[2 * part + 1]; k += blockSize / lanesHere) {
      sums = addColumns(sums, valueAt(k), loadColumns(colIndex[k], lane));
    }
  }
  groupSums[local] = sums;
  workgroupBarrier();
  for (var half = blockSize / 2; half >= lanesHere; half /= 2) {
    if (local < half) {
      groupSums[local] = addAll(groupSums[local], groupSums[local + half]);
    }
    workgroupBarrier();
  }
  if (local < lanesHere && lane < launch.lanes) {
    partials[part * launch.lanes + lane] = groupSums[local];
  }
}
