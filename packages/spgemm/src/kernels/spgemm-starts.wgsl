// Where rows of C start, from the entries of each. The sums are right where all of them are less than 2^32; the tally holds the number of all exactly. Follows spgemm-bins.wgsl and spgemm-scan.wgsl.
// Declared beside it: counts (rowStart of C), blockSums, tally.
var<workgroup> inBin: array<atomic<u32>, BINS>;
var<workgroup> halves: array<atomic<u32>, 2>;

// Adds to the two words at tally[ENTRIES].
fn addEntries(low: u32, high: u32) {
  let before = atomicAdd(&tally[ENTRIES], low);
  atomicAdd(&tally[ENTRIES + 1], high + select(0u, 1u, before + low < before));
}

// blockSums[block] = entries of C in the rows of this block, a thread a row; adds them and the bins of the values to the tally.
@compute @workgroup_size(blockSize)
fn sumCounts(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let block = id.x + id.y * groups.x;
  let row = block * blockSize + local;
  if (local < BINS) {
    atomicStore(&inBin[local], 0u);
  }
  if (local < 2) {
    atomicStore(&halves[local], 0u);
  }
  var count = 0u;
  if (row < launch.rows) {
    count = counts[row];
  }
  let before = sumBefore(local, count);
  if (count > 0) {
    let bin = binOf(count, launch.most, launch.last);
    atomicAdd(&inBin[bin], select(1u, (count - 1) / launch.part + 1, bin == launch.last));
    atomicAdd(&halves[0], count & 0xffffu);
    atomicAdd(&halves[1], count >> 16);
  }
  workgroupBarrier();
  if (local < BINS) {
    let own = atomicLoad(&inBin[local]);
    if (own > 0) {
      atomicAdd(&tally[BINS + local], own);
    }
  }
  // The last dimension of workgroups may have some too many.
  if (local == 0 && block < launch.blocks) {
    blockSums[block] = upTo[blockSize - 1];
    let high = atomicLoad(&halves[1]);
    addEntries(atomicLoad(&halves[0]), 0);
    addEntries(high << 16, high >> 16);
  }
}

// blockSums[i] = sum of those before; by one workgroup.
@compute @workgroup_size(blockSize)
fn sumSums(@builtin(local_invocation_index) local: u32) {
  var before = 0u;
  for (var base = 0u; base < launch.blocks; base += blockSize) {
    let i = base + local;
    var own = 0u;
    if (i < launch.blocks) {
      own = blockSums[i];
    }
    let sum = before + sumBefore(local, own);
    if (i < launch.blocks) {
      blockSums[i] = sum;
    }
    before += upTo[blockSize - 1];
  }
}

// counts[row] = where the row starts; counts[rows] = the end.
@compute @workgroup_size(blockSize)
fn startRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let block = id.x + id.y * groups.x;
  let row = block * blockSize + local;
  var own = 0u;
  if (row < launch.rows) {
    own = counts[row];
  }
  let before = sumBefore(local, own);
  if (row < launch.rows) {
    let start = blockSums[block] + before;
    counts[row] = start;
    if (row + 1 == launch.rows) {
      counts[row + 1] = start + own;
    }
  }
}
