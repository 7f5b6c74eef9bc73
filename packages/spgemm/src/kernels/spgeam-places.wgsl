// Entries of X, or, with `rest`, those that D alone has, to their places in C: columns, and which entries of X and D they are made of, NONE for none. before[k]: entries of X before k that D has, too. Follows spgeam-meet.wgsl.
const NONE = 0xffffffffu;

@compute @workgroup_size(blockSize)
fn placeEntries(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k >= launch.length) {
    return;
  }
  let met = meet(k);
  if (rest && met.isThere) {
    return;
  }
  let place = k + met.before - before[select(k, met.before, rest)];
  colIndex[place] = ownIndex[k];
  if (rest) {
    sources[place] = vec2<u32>(NONE, k);
  } else {
    sources[place] = vec2<u32>(k, select(NONE, met.before, met.isThere));
  }
}
