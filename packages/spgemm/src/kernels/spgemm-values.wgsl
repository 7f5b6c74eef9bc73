// Values of rows of C, and unless they are `known` columns, too: `lanes` threads a row add its products up in a hash table of columns in workgroup memory. They take one row of B after another, in the order of A's row, and no two of
// them add to the same number: WGSL has no atomic addition of floating-point numbers, and this needs none. With `narrow` an item is a part of a row, and products of other columns are passed over.
// Follows spgemm-walk.wgsl and spgemm-table.wgsl. Declared beside it: items, aValues, bValues, colIndex and values of C; rowThreads = lanes; finished(sum), which may multiply by alpha.
override sortPlaces = places / 2;

var<workgroup> sums: array<Sum, places>;
var<workgroup> factors: array<Value, blockSize>;
var<workgroup> turns: array<atomic<u32>, rowsAtOnce>;
var<workgroup> sorted: array<u32, sortPlaces>;
var<workgroup> filledSlots: array<atomic<u32>, rowsAtOnce>;

struct Term {
  column: u32,
  a: Value,
  b: Value,
}

fn takeTerm(local: u32) -> Term {
  let next = take(local);
  if (next.place == NONE) {
    return Term(NONE, zeroValue(), zeroValue());
  }
  return Term(bColIndex[next.place], factors[next.source], bValues[next.place]);
}

fn add(term: Term) {
  if (term.column != NONE) {
    let place = placeOf(term.column);
    sums[place] = addProduct(sums[place], term.a, term.b);
  }
  workgroupBarrier();
}

// By all threads: the columns of the table, sorted, at sorted[base] ..., and NONE behind them up to slots / 2. K. E. Batcher 1968, "Sorting networks and their applications".
fn sortColumns(lane: u32, row: u32, base: u32) {
  let size = slots / 2;
  if (lane == 0) {
    atomicStore(&filledSlots[row], 0u);
  }
  for (var i = lane; i < size; i += lanes) {
    sorted[base + i] = NONE;
  }
  workgroupBarrier();
  for (var s = lane; s < slots; s += lanes) {
    let key = atomicLoad(&keys[table + s]);
    if (key != NONE) {
      sorted[base + atomicAdd(&filledSlots[row], 1u)] = key;
    }
  }
  workgroupBarrier();
  for (var run = 2u; run <= size; run *= 2) {
    for (var step = run / 2; step > 0; step /= 2) {
      for (var i = lane; i < size / 2; i += lanes) {
        let low = base + 2 * i - (i & (step - 1));
        let one = sorted[low];
        let other = sorted[low + step];
        if ((one > other) == (((low - base) & run) == 0)) {
          sorted[low] = other;
          sorted[low + step] = one;
        }
      }
      workgroupBarrier();
    }
  }
}

@compute @workgroup_size(blockSize)
fn putValues(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let lane = local % lanes;
  let row = local / lanes;
  let number = (id.x + id.y * size.x) * rowsAtOnce + row;
  var item = vec4<u32>();
  if (number < launch.length) {
    item = items[launch.first + number];
  }
  let known = launch.known != 0;
  table = row * slots;
  for (var i = lane; i < slots; i += lanes) {
    atomicStore(&keys[table + i], NONE);
    sums[table + i] = zeroSum();
  }
  let length = largest(local, item.y - item.x);
  var first = 0u;
  var last = 0u;
  if (known) {
    for (var p = item.z + lane; p < item.w; p += lanes) {
      placeOf(colIndex[p]);
    }
    if (narrow && item.z < item.w) {
      first = colIndex[item.z];
      last = colIndex[item.w - 1];
    }
  }
  for (var k = 0u; k < length; k += lanes) {
    let entry = item.x + k + lane;
    if (entry < item.y) {
      factors[local] = aValues[entry];
    }
    if (lane == 0) {
      atomicStore(&turns[row], 0u);
    }
    let own = lookUp(local, entry, item.y, first, last);
    atomicAdd(&turns[row], own);
    workgroupBarrier();
    let count = largest(local, atomicLoad(&turns[row]));
    for (var turn = 0u; turn < count; turn += 4) {
      // Loads of four rows are begun before the first is waited for.
      let one = takeTerm(local);
      let two = takeTerm(local);
      let three = takeTerm(local);
      let four = takeTerm(local);
      add(one);
      add(two);
      add(three);
      add(four);
    }
  }
  let base = row * (slots / 2);
  if (!known) {
    sortColumns(lane, row, base);
  }
  for (var p = item.z + lane; p < item.w; p += lanes) {
    var column = 0u;
    if (known) {
      column = colIndex[p];
    } else {
      column = sorted[base + p - item.z];
      colIndex[p] = column;
    }
    values[p] = narrowed(finished(sums[placeOf(column)]));
  }
}
