// Blocks of two or three neighbouring rows, with one entry for each column that any of them has: as many values, and a bit for each row that has it,
// above the 28 bits of the column. A thread has a block and up to four columns, so that a row of X is loaded once for all rows of the block, or
// `threadsPerRow` neighbouring threads share the entries. A value without its bit is never multiplied.
override blockRows: u32 = 2;
override threadsPerRow: u32 = 1;

@group(0) @binding(3) var<storage, read> blockStart: array<u32>;
@group(0) @binding(4) var<storage, read> columns: array<u32>;
@group(0) @binding(5) var<storage, read> blockValues: array<Value>;
@group(0) @binding(6) var<uniform> launch: Launch;

const COLUMN_BITS = 28u;

struct BlockSums {
  first: Sums,
  second: Sums,
  third: Sums,
}

// An entry, its values and its row of X, all loaded before any of it is used: a load behind a test of the one before waits for it.
struct Entry {
  bits: u32,
  values: array<Value, 3>,
  x: array<Value, 4>,
}

fn entryAt(k: u32, lane: u32) -> Entry {
  let word = columns[k];
  let at = k * blockRows;
  // In blocks of two rows the third value is the second once more, and not used.
  let values = array<Value, 3>(blockValues[at], blockValues[at + 1], blockValues[at + blockRows - 1]);
  return Entry(word >> COLUMN_BITS, values, loadColumns(word & ((1u << COLUMN_BITS) - 1), lane));
}

fn addEntry(sums: BlockSums, entry: Entry) -> BlockSums {
  var next = sums;
  if ((entry.bits & 1) != 0) {
    next.first = addColumns(sums.first, entry.values[0], entry.x);
  }
  if ((entry.bits & 2) != 0) {
    next.second = addColumns(sums.second, entry.values[1], entry.x);
  }
  if (blockRows > 2 && (entry.bits & 4) != 0) {
    next.third = addColumns(sums.third, entry.values[2], entry.x);
  }
  return next;
}

// Every thread of the workgroup comes to its end: shares may be added up in workgroup memory.
@compute @workgroup_size(blockSize)
fn csrBlocks(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let blocks = (launch.rows + blockRows - 1) / blockRows;
  let unit = ((id.x + id.y * groups.x) * blockSize + local) / threadsPerRow;
  let share = local % threadsPerRow;
  var own = Own(unit / launch.lanes, unit % launch.lanes);
  if (rowsFirst) {
    own = Own(unit % blocks, unit / blocks);
  }
  var k = 0u;
  var end = 0u;
  if (own.row < blocks && own.lane < launch.lanes) {
    k = blockStart[own.row] + share;
    end = blockStart[own.row + 1];
  }
  var sums = BlockSums(zeroSums(), zeroSums(), zeroSums());
  for (; k + 3 * threadsPerRow < end; k += 4 * threadsPerRow) {
    let e0 = entryAt(k, own.lane);
    let e1 = entryAt(k + threadsPerRow, own.lane);
    let e2 = entryAt(k + 2 * threadsPerRow, own.lane);
    let e3 = entryAt(k + 3 * threadsPerRow, own.lane);
    sums = addEntry(sums, e0);
    sums = addEntry(sums, e1);
    sums = addEntry(sums, e2);
    sums = addEntry(sums, e3);
  }
  for (; k < end; k += threadsPerRow) {
    sums = addEntry(sums, entryAt(k, own.lane));
  }
  if (threadsPerRow > 1) {
    sums.first = sumOfShares(sums.first, local);
    sums.second = sumOfShares(sums.second, local);
    if (blockRows > 2) {
      sums.third = sumOfShares(sums.third, local);
    }
  }
  if (share > 0 || own.row >= blocks || own.lane >= launch.lanes) {
    return;
  }
  let row = own.row * blockRows;
  finishColumns(own, row, sums.first);
  if (row + 1 < launch.rows) {
    finishColumns(own, row + 1, sums.second);
  }
  if (blockRows > 2 && row + 2 < launch.rows) {
    finishColumns(own, row + 2, sums.third);
  }
}
