// Packed slices, 32 neighbouring threads a slice. Thread `lane` takes the steps of its slice up to its own count, four at a time; a
// column is the step's base plus a distance of one, two or four bytes; the lanes of a row are added up; the sum of a piece of a split
// row goes to carry, at the slice's number, and finish-cuts.wgsl. A slice is first step, start of its columns in 32 bytes, first
// segment or row, facts; in `columns` it has its bases, then its distances, as the format says. Follows a reduce text.
override block: u32 = 128;

const LANES = 32u;

@group(0) @binding(1) var<storage, read> slices: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> segments: array<vec2<i32>>;
@group(0) @binding(3) var<storage, read> columns: array<u32>;
// The same array, four words a load.
@group(0) @binding(4) var<storage, read> columns4: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> values: array<Value>;
@group(0) @binding(6) var<storage, read> x: array<Value>;
@group(0) @binding(7) var<storage, read_write> y: array<Value>;
@group(0) @binding(8) var<storage, read_write> carry: array<Sum>;

struct Launch {
  sliceCount: u32,
}
@group(0) @binding(9) var<uniform> launch: Launch;

// The distances of lane `lane` in the four steps of a group, the first of which is at word `at` + 32·group·wide.
fn fourDistances(at: u32, group: u32, lane: u32, wide: u32) -> vec4<u32> {
  if (wide == 1) {
    let word = columns[at + group * LANES + lane];
    return vec4<u32>(word, word >> 8, word >> 16, word >> 24) & vec4<u32>(0xffu);
  }
  if (wide == 2) {
    let low = columns[at + group * 2 * LANES + 2 * lane];
    let high = columns[at + group * 2 * LANES + 2 * lane + 1];
    return vec4<u32>(low & 0xffffu, low >> 16, high & 0xffffu, high >> 16);
  }
  return columns4[at / 4 + group * LANES + lane];
}

// The distance that is number `index` after the bases.
fn oneDistance(at: u32, index: u32, wide: u32) -> u32 {
  let byte = index * wide;
  let word = columns[at + byte / 4] >> (byte % 4 * 8);
  return select(select(word, word & 0xffffu, wide == 2), word & 0xffu, wide == 1);
}

fn sumLane(firstStep: u32, start: u32, steps: u32, lane: u32, count: u32, wide: u32) -> Sum {
  let distances = start + (steps + 7) / 8 * 8;
  var slot = firstStep * LANES + lane;
  var sum = zeroSum();
  let whole = count / 4;
  for (var group = 0u; group < whole; group++) {
    let column = columns4[start / 4 + group] + fourDistances(distances, group, lane, wide);
    let v0 = values[slot];
    let v1 = values[slot + LANES];
    let v2 = values[slot + 2 * LANES];
    let v3 = values[slot + 3 * LANES];
    let x0 = x[column.x];
    let x1 = x[column.y];
    let x2 = x[column.z];
    let x3 = x[column.w];
    sum = addProduct(sum, v0, x0);
    sum = addProduct(sum, v1, x1);
    sum = addProduct(sum, v2, x2);
    sum = addProduct(sum, v3, x3);
    slot += 4 * LANES;
  }
  // A lane has 1, 2 or 4 distances in the last group: three steps take the room of four.
  let rest = steps % 4;
  let tail = select(select(4u, rest, rest < 3), 4u, whole < steps / 4);
  for (var k = whole * 4; k < count; k++) {
    let index = whole * 4 * LANES + lane * tail + k % 4;
    sum = addProduct(sum, values[slot], x[columns[start + k] + oneDistance(distances, index, wide)]);
    slot += LANES;
  }
  return sum;
}

@compute @workgroup_size(block)
fn packed(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let slice = (id.x + id.y * groups.x) * (block / LANES) + local / LANES;
  let lane = local % LANES;
  var lanes = 1u;
  var row = -1;
  var piece = false;
  var sum = zeroSum();
  if (slice < launch.sliceCount) {
    let found = slices[slice];
    let steps = found.w & 0xffffu;
    let lanesLog = (found.w >> 16) & 0xfu;
    let wide = (found.w >> 20) & 3u;
    piece = ((found.w >> 23) & 1u) == 1u;
    lanes = 1u << lanesLog;
    var count = steps;
    row = i32(found.z + (lane >> lanesLog));
    if (((found.w >> 22) & 1u) == 0u) {
      let segment = segments[row];
      row = segment.x;
      // Entry j is on lane j mod T: this lane has one more than length / T when its number is below the rest.
      count = (u32(segment.y) + lanes - 1 - (lane & (lanes - 1))) >> lanesLog;
    }
    // One loop for each width of distances.
    let start = found.y * 8;
    if (wide == 0) {
      sum = sumLane(found.x, start, steps, lane, count, 1);
    } else if (wide == 1) {
      sum = sumLane(found.x, start, steps, lane, count, 2);
    } else {
      sum = sumLane(found.x, start, steps, lane, count, 4);
    }
  }
  sum = reduceSome(sum, local, lane & (lanes - 1), lanes);
  if ((lane & (lanes - 1)) != 0 || row < 0) {
    return;
  }
  if (piece) {
    carry[slice] = sum;
    return;
  }
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}
