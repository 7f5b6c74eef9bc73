// What every kernel of this package finds in WGSL: a thread has `columnsPerThread` neighbouring columns of X and Y (at most four) in one row
// of A. Follows a text that loads and stores them.
override blockSize: u32 = 256;
// Whether neighbouring threads have neighbouring rows, else neighbouring columns.
override rowsFirst: bool = false;

// Rows of A; columns of X and Y, and how many threads have those of a row; elements from one row and one column of X and Y to the next.
struct Launch {
  rows: u32,
  vectors: u32,
  lanes: u32,
  xRow: u32,
  xCol: u32,
  yRow: u32,
  yCol: u32,
}

struct Own {
  row: u32,
  lane: u32,
}

// The row and the columns of a thread; many workgroups are folded into two dimensions, and the last few may be too many.
fn ownOf(id: vec3<u32>, groups: vec3<u32>, local: u32) -> Own {
  let unit = (id.x + id.y * groups.x) * blockSize + local;
  if (rowsFirst) {
    return Own(unit % launch.rows, unit / launch.rows);
  }
  return Own(unit / launch.lanes, unit % launch.lanes);
}

fn isThere(own: Own) -> bool {
  return own.row < launch.rows && own.lane < launch.lanes;
}

struct Sums {
  a: Sum,
  b: Sum,
  c: Sum,
  d: Sum,
}

fn zeroSums() -> Sums {
  return Sums(zeroSum(), zeroSum(), zeroSum(), zeroSum());
}

fn addColumns(sums: Sums, value: Value, x: array<Value, 4>) -> Sums {
  var next = sums;
  next.a = addProduct(sums.a, value, x[0]);
  if (columnsPerThread > 1) {
    next.b = addProduct(sums.b, value, x[1]);
  }
  if (columnsPerThread > 2) {
    next.c = addProduct(sums.c, value, x[2]);
    next.d = addProduct(sums.d, value, x[3]);
  }
  return next;
}

fn addAll(sums: Sums, others: Sums) -> Sums {
  return Sums(addSums(sums.a, others.a), addSums(sums.b, others.b), addSums(sums.c, others.c), addSums(sums.d, others.d));
}
