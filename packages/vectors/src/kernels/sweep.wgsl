// A pass over vectors, four elements of each at a time. Declared beside it: prepare, compute(four, count), which computes the first `count` of four
// elements and leaves zeros behind them, endGroup, launch. There are never so many workgroups that they are folded.
override blockSize: u32 = 256;

struct Launch {
  n: u32,
  groups: u32,
}

@compute @workgroup_size(blockSize)
fn sweep(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  prepare();
  let fours = (launch.n + 3) / 4;
  for (var four = id.x * blockSize + local; four < fours; four += launch.groups * blockSize) {
    compute(four, min(4, launch.n - 4 * four));
  }
  endGroup(id.x, local);
}
