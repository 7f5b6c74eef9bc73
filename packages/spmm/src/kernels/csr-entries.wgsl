// CSR in equal shares of entries, whatever the rows: a thread walks over a share across the ends of rows, `ahead` entries at once, four or eight, and
// has up to four columns. Bit 31 of a column says that its entry is the last of its row. Share s is entries shares[s].x … shares[s].y − 1, the first of
// row rows[shares[s].z]; a part of a row that began before the share or goes on after it is left in `partials`, those of a share from
// shares[s].w / 2 on, and bit 0 of that says whether the first row began before. csr-long-rows.wgsl puts them together.
override ahead: u32 = 4;

@group(0) @binding(3) var<storage, read> columns: array<u32>;
@group(0) @binding(4) var<storage, read> values: array<Value>;
@group(0) @binding(5) var<storage, read> shares: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> rows: array<u32>;
@group(0) @binding(7) var<storage, read_write> partials: array<Sums>;
@group(0) @binding(8) var<uniform> launch: Launch;

const LAST = 0x80000000u;

// An entry and its row of X, loaded before the ends of rows before it are written: no load may pass a store.
struct Entry {
  column: u32,
  value: Value,
  x: array<Value, 4>,
}

struct Walk {
  lane: u32,
  sums: Sums,
  // The row, as a place in `rows`, and where the next part of a row goes.
  at: u32,
  slot: u32,
  // Whether the row began in an earlier share.
  open: bool,
}

fn leavePart(walk: ptr<function, Walk>) {
  partials[(*walk).slot * launch.lanes + (*walk).lane] = (*walk).sums;
  (*walk).slot += 1;
}

fn entryAt(k: u32, lane: u32) -> Entry {
  let column = columns[k];
  return Entry(column, values[k], loadColumns(column & ~LAST, lane));
}

fn addEntry(walk: ptr<function, Walk>, entry: Entry) {
  (*walk).sums = addColumns((*walk).sums, entry.value, entry.x);
  if (entry.column < LAST) {
    return;
  }
  if ((*walk).open) {
    leavePart(walk);
    (*walk).open = false;
  } else {
    let row = rows[(*walk).at];
    finishColumns(Own(row, (*walk).lane), row, (*walk).sums);
  }
  (*walk).at += 1;
  (*walk).sums = zeroSums();
}

@compute @workgroup_size(blockSize)
fn csrEntries(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let unit = (id.x + id.y * groups.x) * blockSize + local;
  let number = unit / launch.lanes;
  // No share ends at 0: beyond the last one are zeros, or nothing.
  if (number >= arrayLength(&shares) || shares[number].y == 0) {
    return;
  }
  let share = shares[number];
  let lane = unit % launch.lanes;
  var walk = Walk(lane, zeroSums(), share.z, share.w / 2, share.w % 2 == 1);
  var k = share.x;
  for (; ahead == 8 && k + 7 < share.y; k += 8) {
    let e0 = entryAt(k, lane);
    let e1 = entryAt(k + 1, lane);
    let e2 = entryAt(k + 2, lane);
    let e3 = entryAt(k + 3, lane);
    let e4 = entryAt(k + 4, lane);
    let e5 = entryAt(k + 5, lane);
    let e6 = entryAt(k + 6, lane);
    let e7 = entryAt(k + 7, lane);
    addEntry(&walk, e0);
    addEntry(&walk, e1);
    addEntry(&walk, e2);
    addEntry(&walk, e3);
    addEntry(&walk, e4);
    addEntry(&walk, e5);
    addEntry(&walk, e6);
    addEntry(&walk, e7);
  }
  for (; ahead == 4 && k + 3 < share.y; k += 4) {
    let e0 = entryAt(k, lane);
    let e1 = entryAt(k + 1, lane);
    let e2 = entryAt(k + 2, lane);
    let e3 = entryAt(k + 3, lane);
    addEntry(&walk, e0);
    addEntry(&walk, e1);
    addEntry(&walk, e2);
    addEntry(&walk, e3);
  }
  for (; k < share.y; k++) {
    addEntry(&walk, entryAt(k, lane));
  }
  if (columns[share.y - 1] < LAST) {
    leavePart(&walk);
  }
}
