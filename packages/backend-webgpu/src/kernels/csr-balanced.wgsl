// CSR, balanced by entries. Tile t is tiles[4t … 4t+3] = rowBegin, rowEnd, entryBegin, entryEnd, and a workgroup works on one:
//   several rows of together at most block·items − 3 entries: their products are formed side by side, four entries a load, in
//     workgroup memory, and then 1 … 32 lanes a row, as many as the number of rows leaves, add them up;
//   one row: the whole workgroup strides through it;
//   a share of a very long row (rowEnd = 0, and rowBegin is then the number of its partial sum): join-partials.wgsl puts it together.
// The order of summation is fixed. Follows a reduce text and join-partials.wgsl.

override places = blockSize * items;
var<workgroup> products: array<Sum, places>;

// `sum` and those of the four entries from k on that are among begin … end − 1.
fn addFour(own: Sum, k: u32, begin: u32, end: u32, value: array<Value, 4>, other: array<Value, 4>) -> Sum {
  var sum = own;
  if (k >= begin && k < end) { sum = addProduct(sum, value[0], other[0]); }
  if (k + 1 >= begin && k + 1 < end) { sum = addProduct(sum, value[1], other[1]); }
  if (k + 2 >= begin && k + 2 < end) { sum = addProduct(sum, value[2], other[2]); }
  if (k + 3 >= begin && k + 3 < end) { sum = addProduct(sum, value[3], other[3]); }
  return sum;
}

fn gather(column: vec4<u32>) -> array<Value, 4> {
  return array<Value, 4>(x[column.x], x[column.y], x[column.z], x[column.w]);
}

// The sum of entries begin … end − 1, of which there is one at least, taken four or twice four at a time by all threads of the workgroup; this thread's
// share of it.
fn shareOf(begin: u32, end: u32, local: u32) -> Sum {
  let last = (end - 1) / 4;
  var sum = zeroSum();
  for (var four = begin / 4 + local; four <= last; four += 2 * blockSize) {
    let next = four + blockSize;
    if (next > last) {
      return addFour(sum, four * 4, begin, end, unpack(values[four]), gather(colIndex[four]));
    }
    let column = colIndex[four];
    let column2 = colIndex[next];
    let value = unpack(values[four]);
    let value2 = unpack(values[next]);
    let other = gather(column);
    let other2 = gather(column2);
    sum = addFour(sum, four * 4, begin, end, value, other);
    sum = addFour(sum, next * 4, begin, end, value2, other2);
  }
  return sum;
}

fn storeProducts(place: u32, value: array<Value, 4>, other: array<Value, 4>) {
  products[place] = product(value[0], other[0]);
  products[place + 1] = product(value[1], other[1]);
  products[place + 2] = product(value[2], other[2]);
  products[place + 3] = product(value[3], other[3]);
}

@compute @workgroup_size(blockSize)
fn csrBalanced(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = groupNumber(id, groups);
  if (number >= arrayLength(&tiles)) {
    return;
  }
  let tile = tiles[number];
  // Padding of the array of tiles.
  if (tile.w == 0) {
    // A tile of rows before the first entry ends at entry 0 too.
    for (var row = tile.x + local; row < tile.y; row += blockSize) {
      finishRow(row, zeroSum());
    }
    return;
  }

  if (tile.y <= tile.x + 1) {
    // At least one sum per thread is left to add: through the products' memory, the block being a power of two.
    products[local] = shareOf(tile.z, tile.w, local);
    workgroupBarrier();
    for (var half = blockSize / 2; half > 0; half /= 2) {
      if (local < half) {
        products[local] = addSums(products[local], products[local + half]);
      }
      workgroupBarrier();
    }
    if (local == 0) {
      if (tile.y == 0) {
        joinPartials(tile.x, products[0]);
      } else {
        finishRow(tile.x, products[0]);
      }
    }
    return;
  }

  let base = tile.z / 4;
  let rows = tile.y - tile.x;
  var lanes = 1u;
  while (lanes < 32 && lanes * 2 * rows <= blockSize && lanes * 8 * rows <= tile.w - tile.z) {
    lanes *= 2;
  }
  let lane = local % lanes;
  let rowsAtOnce = blockSize / lanes;
  // The first rows' places, on their way while products are formed.
  var row = tile.x + local / lanes;
  var begin = 0u;
  var end = 0u;
  if (row < tile.y) {
    begin = rowStart[row] - base * 4;
    end = rowStart[row + 1] - base * 4;
  }
  // Entries of the neighbouring tiles are formed too, and not used. Loads of eight entries are begun before the first is waited for.
  let last = (tile.w - 1) / 4;
  for (var i = 0u; i < items / 4; i += 2) {
    let four = base + i * blockSize + local;
    let next = select(four, four + blockSize, items > 4);
    let column = colIndex[min(four, last)];
    let column2 = colIndex[min(next, last)];
    let value = unpack(values[min(four, last)]);
    let value2 = unpack(values[min(next, last)]);
    let other = gather(column);
    let other2 = gather(column2);
    if (four <= last) {
      storeProducts((four - base) * 4, value, other);
    }
    if (items > 4 && next <= last) {
      storeProducts((next - base) * 4, value2, other2);
    }
  }
  workgroupBarrier();

  for (var r = 0u; r < rows; r += rowsAtOnce) {
    if (r > 0) {
      row += rowsAtOnce;
      begin = 0;
      end = 0;
      if (row < tile.y) {
        begin = rowStart[row] - base * 4;
        end = rowStart[row + 1] - base * 4;
      }
    }
    var sum = zeroSum();
    for (var k = begin + lane; k < end; k += lanes) {
      sum = addSums(sum, products[k]);
    }
    if (lanes > 1) {
      sum = reduceLanes(sum, local, lane, lanes, 1);
    }
    if (lane == 0 && row < tile.y) {
      finishRow(row, sum);
    }
  }
}
