// Ends long rows: row longRows[3r] has the sums of parts longRows[3r+1] … longRows[3r+2] − 1, which are added in order.
@group(0) @binding(3) var<storage, read> longRows: array<u32>;
@group(0) @binding(4) var<storage, read> partials: array<Sums>;
@group(0) @binding(5) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn csrLongRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let unit = (id.x + id.y * groups.x) * blockSize + local;
  let r = unit / launch.lanes;
  if (3 * r + 2 >= arrayLength(&longRows) || longRows[3 * r + 2] == 0) {
    return;
  }
  let own = Own(longRows[3 * r], unit % launch.lanes);
  var sums = zeroSums();
  for (var p = longRows[3 * r + 1]; p < longRows[3 * r + 2]; p++) {
    sums = addAll(sums, partials[p * launch.lanes + own.lane]);
  }
  finishColumns(own, own.row, sums);
}
