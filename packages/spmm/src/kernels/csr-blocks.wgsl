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

fn addEntry(sums: BlockSums, k: u32, word: u32, x: array<Value, 4>) -> BlockSums {
  let bits = word >> COLUMN_BITS;
  var next = sums;
  if ((bits & 1) != 0) {
    next.first = addColumns(sums.first, blockValues[k * blockRows], x);
  }
  if ((bits & 2) != 0) {
    next.second = addColumns(sums.second, blockValues[k * blockRows + 1], x);
  }
  if (blockRows > 2 && (bits & 4) != 0) {
    next.third = addColumns(sums.third, blockValues[k * blockRows + 2], x);
  }
  return next;
}

fn loadEntry(word: u32, lane: u32) -> array<Value, 4> {
  return loadColumns(word & ((1u << COLUMN_BITS) - 1), lane);
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
    let w0 = columns[k];
    let w1 = columns[k + threadsPerRow];
    let w2 = columns[k + 2 * threadsPerRow];
    let w3 = columns[k + 3 * threadsPerRow];
    let x0 = loadEntry(w0, own.lane);
    let x1 = loadEntry(w1, own.lane);
    let x2 = loadEntry(w2, own.lane);
    let x3 = loadEntry(w3, own.lane);
    sums = addEntry(sums, k, w0, x0);
    sums = addEntry(sums, k + threadsPerRow, w1, x1);
    sums = addEntry(sums, k + 2 * threadsPerRow, w2, x2);
    sums = addEntry(sums, k + 3 * threadsPerRow, w3, x3);
  }
  for (; k < end; k += threadsPerRow) {
    let word = columns[k];
    sums = addEntry(sums, k, word, loadEntry(word, own.lane));
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
