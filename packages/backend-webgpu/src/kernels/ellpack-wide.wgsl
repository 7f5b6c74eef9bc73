// ELLPACK in column order, four neighbouring rows a thread, four columns and four values a load. The stride is a multiple of four; rows
// past the last have padding alone, and where y is padded to whole fours zeros are written. `chunk` places, at most 6, are loaded before
// the first is waited for. Geometry and slices as in ellpack.wgsl, rows all in one. Follows a sizes text.
// y, by fours.
@group(0) @binding(4) var<storage, read_write> y4: array<Value4>;

// One place of four rows: columns, −1 where there is none, and values.
struct Place {
  column: vec4<i32>,
  value: Value4,
}

struct Sums {
  a: Sum,
  b: Sum,
  c: Sum,
  d: Sum,
}

// Place `k` of `count` of the rows whose first element is `slot`, places `step` apart, in fours.
fn load(slot: u32, step: u32, k: u32, count: u32) -> Place {
  let at = slot + min(k, count - 1) * step;
  return Place(select(vec4<i32>(-1), colIndex[at], k < count), values[at]);
}

fn gather(column: vec4<i32>) -> array<Value, 4> {
  let at = max(column, vec4<i32>(0));
  return array<Value, 4>(x[at.x], x[at.y], x[at.z], x[at.w]);
}

fn add(sums: Sums, place: Place, other: array<Value, 4>) -> Sums {
  let value = unpack(place.value);
  var next = sums;
  if (place.column.x >= 0) { next.a = addProduct(sums.a, value[0], other[0]); }
  if (place.column.y >= 0) { next.b = addProduct(sums.b, value[1], other[1]); }
  if (place.column.z >= 0) { next.c = addProduct(sums.c, value[2], other[2]); }
  if (place.column.w >= 0) { next.d = addProduct(sums.d, value[3], other[3]); }
  return next;
}

fn finishFour(sum: Sum, old: Value, there: bool, continues: bool) -> Value {
  if (!there) {
    return zeroValue();
  }
  if (continues) {
    return finishMore(sum, old);
  }
  return finish(sum, old);
}

@compute @workgroup_size(blockSize)
fn ellpackWide(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let launch = sizes();
  let step = launch.placeStep / 4;
  let more = launch.continues != 0;
  let four = groupNumber(id, groups) * blockSize + local;
  let row = four * 4;
  if (row >= launch.rowEnd) {
    return;
  }
  let count = launch.placeEnd - launch.placeBegin;
  let slot = (row + launch.placeBegin * launch.placeStep - launch.first) / 4;
  var sums = Sums(zeroSum(), zeroSum(), zeroSum(), zeroSum());
  for (var k = 0u; k < count; k += chunk) {
    let none = Place(vec4<i32>(-1), pack(zeroValue(), zeroValue(), zeroValue(), zeroValue()));
    let p0 = load(slot, step, k, count);
    var p1 = none;
    if (chunk > 1) { p1 = load(slot, step, k + 1, count); }
    var p2 = none;
    if (chunk > 2) { p2 = load(slot, step, k + 2, count); }
    var p3 = none;
    if (chunk > 3) { p3 = load(slot, step, k + 3, count); }
    var p4 = none;
    if (chunk > 4) { p4 = load(slot, step, k + 4, count); }
    var p5 = none;
    if (chunk > 5) { p5 = load(slot, step, k + 5, count); }
    let x0 = gather(p0.column);
    var x1 = x0;
    if (chunk > 1) { x1 = gather(p1.column); }
    var x2 = x0;
    if (chunk > 2) { x2 = gather(p2.column); }
    var x3 = x0;
    if (chunk > 3) { x3 = gather(p3.column); }
    var x4 = x0;
    if (chunk > 4) { x4 = gather(p4.column); }
    var x5 = x0;
    if (chunk > 5) { x5 = gather(p5.column); }
    sums = add(sums, p0, x0);
    if (chunk > 1) { sums = add(sums, p1, x1); }
    if (chunk > 2) { sums = add(sums, p2, x2); }
    if (chunk > 3) { sums = add(sums, p3, x3); }
    if (chunk > 4) { sums = add(sums, p4, x4); }
    if (chunk > 5) { sums = add(sums, p5, x5); }
    // Padding is at the end of a row.
    if (all(p0.column < vec4<i32>(0))) {
      break;
    }
  }
  var old = array<Value, 4>(zeroValue(), zeroValue(), zeroValue(), zeroValue());
  if (readsY() || more) {
    old = unpack(y4[four]);
  }
  y4[four] = pack(
    finishFour(sums.a, old[0], true, more),
    finishFour(sums.b, old[1], row + 1 < launch.rowEnd, more),
    finishFour(sums.c, old[2], row + 2 < launch.rowEnd, more),
    finishFour(sums.d, old[3], row + 3 < launch.rowEnd, more),
  );
}
