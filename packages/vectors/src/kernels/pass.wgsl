// A pass over vectors, four elements of each at a time. Declared beside it: prepare, shift, startOf, alongOf, weightsOf, othersOf, begun, added, addTerms, store, endGroup, launch. There are never so many workgroups that they are folded.
override blockSize: u32 = 256;

struct Launch {
  n: u32,
  groups: u32,
}

// Behind the last element there are zeros, and no terms.
fn one(wanted: bool, start: Value, along: Value, weight: Value, other: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  let result = added(begun(start, weight), along);
  addTerms(result, weight, other);
  return narrowed(result);
}

@compute @workgroup_size(blockSize)
fn sweep(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  prepare();
  let fours = (launch.n + 3) / 4;
  for (var four = id.x * blockSize + local; four < fours; four += launch.groups * blockSize) {
    let count = min(4, launch.n - 4 * four);
    let along = alongOf(four);
    shift(four, count, along);
    let start = startOf(four);
    let weights = weightsOf(four);
    let others = othersOf(four);
    store(
      four,
      one(true, start[0], along[0], weights[0], others[0]),
      one(count > 1, start[1], along[1], weights[1], others[1]),
      one(count > 2, start[2], along[2], weights[2], others[2]),
      one(count > 3, start[3], along[3], weights[3], others[3]),
    );
  }
  endGroup(id.x, local);
}
