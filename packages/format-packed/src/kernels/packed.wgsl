// Packed slices, 32 neighbouring threads a slice. Thread `lane` takes all steps of its slice, `flight` at a time, whose loads are all
// begun before the first is waited for; what lies past its own count is loaded with the others and not added. A column is the step's
// base plus a distance of one, two or four bytes; the lanes of a row are added up. A slice is first step, start of its columns in 32
// bytes, first segment or row, facts; in `columns` it has its bases, then its distances, as the format says. Follows a reduce text,
// join-partials.wgsl and a sizes text.

const LANES = 32u;

// The same array, four words a load.

// What a lane needs of its slice.
struct Lane {
  // Its first value, the bases in fours, and its distances' first word.
  slot: u32,
  bases: u32,
  distances: u32,
  lane: u32,
  steps: u32,
  // Bytes of a distance.
  wide: u32,
}

// Four values of one lane, or four elements of x.
struct Four {
  a: Value,
  b: Value,
  c: Value,
  d: Value,
}

// Columns of the four steps from `first` on, of which all are there.
fn fullColumns(at: Lane, first: u32) -> vec4<u32> {
  let base = columns4[at.bases + first / 4];
  if (at.wide == 1) {
    let word = columns[at.distances + first * 8 + at.lane];
    return base + (vec4<u32>(word, word >> 8, word >> 16, word >> 24) & vec4<u32>(0xffu));
  }
  if (at.wide == 2) {
    let place = at.distances + first * 16 + 2 * at.lane;
    let low = columns[place];
    let high = columns[place + 1];
    return base + vec4<u32>(low & 0xffffu, low >> 16, high & 0xffffu, high >> 16);
  }
  return base + columns4[at.distances / 4 + first * 8 + at.lane];
}

fn fullValues(at: Lane, first: u32) -> Four {
  let slot = at.slot + first * LANES;
  return Four(values[slot], values[slot + LANES], values[slot + 2 * LANES], values[slot + 3 * LANES]);
}

// Columns of the four steps from `first` on, of which some may be past the last; those are 0. A lane has 1, 2 or 4 distances in the
// last group: three steps take the room of four.
fn someColumns(at: Lane, first: u32) -> vec4<u32> {
  let base = columns4[at.bases + first / 4];
  let rest = at.steps - first;
  let room = select(rest, 4u, rest > 2);
  let byte = (first * LANES + at.lane * room) * at.wide;
  let place = at.distances + byte / 4;
  var distance: vec4<u32>;
  if (at.wide == 1) {
    let word = columns[place] >> (byte % 4 * 8);
    distance = vec4<u32>(word, word >> 8, word >> 16, word >> 24) & vec4<u32>(0xffu);
  } else if (at.wide == 2) {
    let low = columns[place] >> (byte % 4 * 8);
    let high = columns[place + select(0u, 1u, room == 4)];
    distance = vec4<u32>(low & 0xffffu, low >> 16, high & 0xffffu, high >> 16);
  } else if (room == 4) {
    distance = columns4[place / 4];
  } else {
    distance = vec4<u32>(columns[place], columns[place + room - 1], 0, 0);
  }
  return select(vec4<u32>(), base + distance, vec4<u32>(0, 1, 2, 3) < vec4<u32>(rest));
}

fn someValues(at: Lane, first: u32) -> Four {
  let slot = at.slot + first * LANES;
  let rest = at.steps - first - 1;
  return Four(values[slot], values[slot + min(rest, 1) * LANES], values[slot + min(rest, 2) * LANES], values[slot + min(rest, 3) * LANES]);
}

fn gather(column: vec4<u32>) -> Four {
  return Four(x[column.x], x[column.y], x[column.z], x[column.w]);
}

// The entries of the steps from `first` on that are among the lane's first `count`.
fn add(own: Sum, value: Four, other: Four, first: u32, count: u32) -> Sum {
  var sum = own;
  if (first < count) { sum = addProduct(sum, value.a, other.a); }
  if (first + 1 < count) { sum = addProduct(sum, value.b, other.b); }
  if (first + 2 < count) { sum = addProduct(sum, value.c, other.c); }
  if (first + 3 < count) { sum = addProduct(sum, value.d, other.d); }
  return sum;
}

// The sum of the lane's entries.
fn sumLane(at: Lane, count: u32) -> Sum {
  var sum = zeroSum();
  var first = 0u;
  if (flight == 16) {
    for (; first + 16 <= at.steps; first += 16) {
      let columnA = fullColumns(at, first);
      let columnB = fullColumns(at, first + 4);
      let columnC = fullColumns(at, first + 8);
      let columnD = fullColumns(at, first + 12);
      let valueA = fullValues(at, first);
      let valueB = fullValues(at, first + 4);
      let valueC = fullValues(at, first + 8);
      let valueD = fullValues(at, first + 12);
      let otherA = gather(columnA);
      let otherB = gather(columnB);
      let otherC = gather(columnC);
      let otherD = gather(columnD);
      sum = add(sum, valueA, otherA, first, count);
      sum = add(sum, valueB, otherB, first + 4, count);
      sum = add(sum, valueC, otherC, first + 8, count);
      sum = add(sum, valueD, otherD, first + 12, count);
    }
  }
  if (flight >= 8) {
    for (; first + 8 <= at.steps; first += 8) {
      let columnA = fullColumns(at, first);
      let columnB = fullColumns(at, first + 4);
      let valueA = fullValues(at, first);
      let valueB = fullValues(at, first + 4);
      let otherA = gather(columnA);
      let otherB = gather(columnB);
      sum = add(sum, valueA, otherA, first, count);
      sum = add(sum, valueB, otherB, first + 4, count);
    }
    if (first + 4 < at.steps) {
      let columnA = fullColumns(at, first);
      let columnB = someColumns(at, first + 4);
      let valueA = fullValues(at, first);
      let valueB = someValues(at, first + 4);
      let otherA = gather(columnA);
      let otherB = gather(columnB);
      sum = add(sum, valueA, otherA, first, count);
      return add(sum, valueB, otherB, first + 4, count);
    }
  }
  for (; first + 4 <= at.steps; first += 4) {
    let column = fullColumns(at, first);
    let value = fullValues(at, first);
    sum = add(sum, value, gather(column), first, count);
  }
  if (first < at.steps) {
    let column = someColumns(at, first);
    let value = someValues(at, first);
    sum = add(sum, value, gather(column), first, count);
  }
  return sum;
}

@compute @workgroup_size(blockSize)
fn packed(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let slice = groupNumber(id, groups) * (blockSize / LANES) + local / LANES;
  let lane = local % LANES;
  var lanes = 1u;
  var row = -1;
  var split = false;
  var sum = zeroSum();
  // Loaded before the number of slices is known to have arrived.
  let found = slices[min(slice, arrayLength(&slices) - 1)];
  if (slice < slicesThere()) {
    let steps = found.w & 0xffffu;
    let lanesLog = (found.w >> 16) & 0xfu;
    let wide = (found.w >> 20) & 3u;
    split = ((found.w >> 23) & 1u) == 1u;
    lanes = 1u << lanesLog;
    var count = steps;
    row = i32(found.z + (lane >> lanesLog));
    if (((found.w >> 22) & 1u) == 0u) {
      let segment = segments[row];
      row = segment.x;
      // Entry j is on lane j mod T: this lane has one more than length / T when its number is below the rest.
      count = (u32(segment.y) + lanes - 1 - (lane & (lanes - 1))) >> lanesLog;
    }
    let start = found.y * 8;
    let distances = start + (steps + 7) / 8 * 8;
    let slot = found.x * LANES + lane;
    // One loop for each width of distances.
    if (wide == 0) {
      sum = sumLane(Lane(slot, start / 4, distances, lane, steps, 1), count);
    } else if (wide == 1) {
      sum = sumLane(Lane(slot, start / 4, distances, lane, steps, 2), count);
    } else {
      sum = sumLane(Lane(slot, start / 4, distances, lane, steps, 4), count);
    }
  }
  sum = reduceSome(sum, local, lane & (lanes - 1), lanes);
  if ((lane & (lanes - 1)) != 0 || row < 0) {
    return;
  }
  if (split) {
    joinPartials(slice, sum);
  } else {
    finishRow(u32(row), sum);
  }
}
