// COO, segmented sums. A workgroup takes block·items consecutive entries: products are formed in loading order, so that neighbours
// load neighbours, then each thread sums `items` consecutive ones, row by row. Rows within a thread are finished there; pieces of a
// row in several threads are put together by a scan over the workgroup; the partial sums of split rows go to `partials` (2·tile: the row
// the tile begins in, 2·tile + 1: the one it ends in) and finish-split-rows.wgsl. No atomics: the order of summation is fixed.

const NO_ROW = 0xffffffffu;

// One place in 33 is left out, so that threads that step through `items` places each meet different memory banks.
override places = blockSize * items + blockSize * items / 32 + 1;
override rowPlaces = blockSize * items + 2;
var<workgroup> products: array<Sum, places>;
// Rows of the tile's entries, one place on: place 0 is the row of the entry before.
var<workgroup> rowOf: array<u32, rowPlaces>;
var<workgroup> tails: array<Sum, blockSize>;
var<workgroup> ended: array<u32, blockSize>;

fn place(k: u32) -> u32 {
  return k + k / 32;
}

@compute @workgroup_size(blockSize)
fn coo(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let tile = groupNumber(id, groups);
  let begin = tile * blockSize * items;
  let present = min(max(launch.entries, begin) - begin, blockSize * items);
  for (var k = local; k < blockSize * items; k += blockSize) {
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
    if (begin + blockSize * items < launch.entries) {
      after = rowIndex[begin + blockSize * items];
    }
    rowOf[blockSize * items + 1] = after;
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
  for (var distance = 1u; distance < blockSize; distance *= 2) {
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
      partials[2 * tile] = head;
    }
  }
  if (local == blockSize - 1) {
    partials[2 * tile + 1] = scanned;
    if (stopped == 0 || rowOf[0] != rowOf[1]) {
      partials[2 * tile] = zeroSum();
    }
  }
}
