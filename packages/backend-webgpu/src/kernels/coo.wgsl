// COO, segmented sums. A workgroup takes block·items consecutive entries: products are formed in loading order, so that neighbours
// load neighbours, then each thread sums `items` consecutive ones, row by row. Rows within a thread are finished there; pieces of a
// row in several threads are put together by a scan over the workgroup; pieces in several workgroups go to carry (2·tile: the row
// the tile begins in, 2·tile + 1: the one it ends in) and finish-cuts.wgsl. No atomics: the order of summation is fixed.
override block: u32 = 128;
override items: u32 = 4;

@group(0) @binding(1) var<storage, read> rowIndex: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;
@group(0) @binding(6) var<storage, read_write> carry: array<Sum>;

const NO_ROW = 0xffffffffu;

// One place in 33 is left out, so that threads that step through `items` places each meet different memory banks.
override places = block * items + block * items / 32 + 1;
override rowPlaces = block * items + 2;
var<workgroup> products: array<Sum, places>;
// Rows of the tile's entries, one place on: place 0 is the row of the entry before.
var<workgroup> rowOf: array<u32, rowPlaces>;
var<workgroup> tails: array<Sum, block>;
var<workgroup> ended: array<u32, block>;

fn place(k: u32) -> u32 {
  return k + k / 32;
}

fn finishRow(row: u32, sum: Sum) {
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}

struct Launch {
  entries: u32,
}
@group(0) @binding(7) var<uniform> launch: Launch;

@compute @workgroup_size(block)
fn coo(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let tile = id.x + id.y * groups.x;
  let begin = tile * block * items;
  let present = min(max(launch.entries, begin) - begin, block * items);
  for (var k = local; k < block * items; k += block) {
    if (k < present) {
      products[place(k)] = product(values[begin + k], x[colIndex[begin + k]]);
      rowOf[k + 1] = rowIndex[begin + k];
    } else {
      rowOf[k + 1] = NO_ROW;
    }
  }
  if (local == 0) {
    var before = NO_ROW;
    if (begin > 0 && present > 0) {
      before = rowIndex[begin - 1];
    }
    rowOf[0] = before;
    var after = NO_ROW;
    if (begin + block * items < launch.entries) {
      after = rowIndex[begin + block * items];
    }
    rowOf[block * items + 1] = after;
  }
  workgroupBarrier();

  // The first row that ends in this thread may have begun before it; `tail` is the row that does not end in it.
  var headRow = NO_ROW;
  var head = zeroSum();
  var tail = zeroSum();
  for (var i = 0u; i < items; i++) {
    let k = local * items + i;
    let row = rowOf[k + 1];
    if (row == NO_ROW) {
      break;
    }
    tail = addSums(tail, products[place(k)]);
    if (rowOf[k + 2] != row) {
      if (headRow == NO_ROW) {
        headRow = row;
        head = tail;
      } else {
        finishRow(row, tail);
      }
      tail = zeroSum();
    }
  }

  // Inclusive scan of the tails: a thread in which a row ended keeps nothing of the threads before it.
  var scanned = tail;
  var stopped = select(0u, 1u, headRow != NO_ROW);
  tails[local] = scanned;
  ended[local] = stopped;
  workgroupBarrier();
  for (var distance = 1u; distance < block; distance *= 2) {
    var left = zeroSum();
    var leftStopped = 0u;
    if (local >= distance) {
      left = tails[local - distance];
      leftStopped = ended[local - distance];
    }
    workgroupBarrier();
    if (stopped == 0) {
      scanned = addSums(left, scanned);
    }
    stopped |= leftStopped;
    tails[local] = scanned;
    ended[local] = stopped;
    workgroupBarrier();
  }
  if (present == 0) {
    return;
  }

  if (headRow != NO_ROW) {
    var rowBeganHere = true;
    if (local > 0) {
      head = addSums(tails[local - 1], head);
      rowBeganHere = ended[local - 1] != 0;
    } else {
      rowBeganHere = false;
    }
    // Without an end before it in the tile, this row began at the tile's first entry or before.
    if (rowBeganHere || rowOf[0] != headRow) {
      finishRow(headRow, head);
    } else {
      carry[2 * tile] = head;
    }
  }
  if (local == block - 1) {
    carry[2 * tile + 1] = scanned;
    if (stopped == 0 || rowOf[0] != rowOf[1]) {
      carry[2 * tile] = zeroSum();
    }
  }
}
