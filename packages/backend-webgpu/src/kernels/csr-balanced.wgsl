// CSR, balanced by entries. Tile t is tiles[4t … 4t+3] = rowBegin, rowEnd, entryBegin, entryEnd, and a workgroup works on one:
//   several rows of together at most block·items − 3 entries: their products are formed side by side, four entries a load, in
//     workgroup memory, and then 1 … 32 lanes a row, as many as the number of rows leaves, add them up;
//   one row: the whole workgroup strides through it;
//   a part of a very long row (rowEnd = 0, and rowBegin is then a place in carry): its sum is left for finish-cuts.wgsl.
// No atomics: the order of summation is fixed. Follows a reduce text.
override block: u32 = 256;
override items: u32 = 4;

@group(0) @binding(1) var<storage, read> tiles: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> rowStart: array<u32>;
@group(0) @binding(3) var<storage, read> colIndex: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> values: array<Value4>;
@group(0) @binding(5) var<storage, read> x: array<Value>;
@group(0) @binding(6) var<storage, read_write> y: array<Value>;
@group(0) @binding(7) var<storage, read_write> carry: array<Sum>;

override places = block * items;
var<workgroup> products: array<Sum, places>;

fn finishRow(row: u32, sum: Sum) {
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}

// The sum of entries begin … end − 1, taken four at a time by all threads of the workgroup; this thread's share of it.
fn shareOf(begin: u32, end: u32, local: u32) -> Sum {
  var sum = zeroSum();
  for (var four = begin / 4 + local; four * 4 < end; four += block) {
    let column = colIndex[four];
    let value = unpack(values[four]);
    let k = four * 4;
    if (k >= begin) { sum = addProduct(sum, value[0], x[column.x]); }
    if (k + 1 >= begin && k + 1 < end) { sum = addProduct(sum, value[1], x[column.y]); }
    if (k + 2 >= begin && k + 2 < end) { sum = addProduct(sum, value[2], x[column.z]); }
    if (k + 3 >= begin && k + 3 < end) { sum = addProduct(sum, value[3], x[column.w]); }
  }
  return sum;
}

@compute @workgroup_size(block)
fn csrBalanced(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * groups.x;
  if (number >= arrayLength(&tiles)) {
    return;
  }
  let tile = tiles[number];
  // Padding of the array of tiles.
  if (tile.w == 0) {
    // A tile of rows before the first entry ends at entry 0 too.
    for (var row = tile.x + local; row < tile.y; row += block) {
      finishRow(row, zeroSum());
    }
    return;
  }

  if (tile.y <= tile.x + 1) {
    // At least one sum per thread is left to add: through the products' memory, the block being a power of two.
    products[local] = shareOf(tile.z, tile.w, local);
    workgroupBarrier();
    for (var half = block / 2; half > 0; half /= 2) {
      if (local < half) {
        products[local] = addSums(products[local], products[local + half]);
      }
      workgroupBarrier();
    }
    if (local == 0) {
      if (tile.y == 0) {
        carry[tile.x] = products[0];
      } else {
        finishRow(tile.x, products[0]);
      }
    }
    return;
  }

  let base = tile.z / 4;
  for (var i = 0u; i < items / 4; i++) {
    let four = base + i * block + local;
    if (four * 4 < tile.w) {
      let column = colIndex[four];
      let value = unpack(values[four]);
      let place = (four - base) * 4;
      // Entries of the neighbouring tiles are formed too, and not used.
      products[place] = product(value[0], x[column.x]);
      products[place + 1] = product(value[1], x[column.y]);
      products[place + 2] = product(value[2], x[column.z]);
      products[place + 3] = product(value[3], x[column.w]);
    }
  }
  workgroupBarrier();

  let rows = tile.y - tile.x;
  var lanes = 1u;
  while (lanes < 32 && lanes * 2 * rows <= block && lanes * 8 * rows <= tile.w - tile.z) {
    lanes *= 2;
  }
  let lane = local % lanes;
  let rowsAtOnce = block / lanes;
  if (lanes == 1) {
    for (var r = local; r < rows; r += block) {
      let row = tile.x + r;
      let end = rowStart[row + 1] - base * 4;
      var sum = zeroSum();
      for (var k = rowStart[row] - base * 4; k < end; k++) {
        sum = addSums(sum, products[k]);
      }
      finishRow(row, sum);
    }
    return;
  }
  for (var r = 0u; r < rows; r += rowsAtOnce) {
    let row = tile.x + r + local / lanes;
    var sum = zeroSum();
    if (row < tile.y) {
      let end = rowStart[row + 1] - base * 4;
      for (var k = rowStart[row] - base * 4 + lane; k < end; k += lanes) {
        sum = addSums(sum, products[k]);
      }
    }
    sum = reduceLanes(sum, local, lane, lanes, 1);
    if (lane == 0 && row < tile.y) {
      finishRow(row, sum);
    }
  }
}
