// The rows of B that entries of A name, taken entry by entry. All threads look up a row each; then groups of `lanes` threads take the rows that theirs looked up, in the order of A, `lanes` entries at a time.
// Declared beside it: aColIndex, bRowStart, bColIndex, blockSize, lanes, narrow.
const NONE = 0xffffffffu;
override lookWords = (blockSize + 31) / 32;

var<workgroup> rowFrom: array<u32, blockSize>;
var<workgroup> rowTo: array<u32, blockSize>;
// A bit for each thread whose row has something to take.
var<workgroup> filled: array<atomic<u32>, lookWords>;
var<workgroup> most: atomic<u32>;
var<workgroup> mostOfAll: u32;
// The thread whose row the group takes now, and how many entries it has taken of it.
var<private> source: u32;
var<private> taken: u32;

// By all threads: the largest of their values, which the compiler sees to be the same for all.
fn largest(local: u32, value: u32) -> u32 {
  if (local == 0) {
    atomicStore(&most, 0u);
  }
  workgroupBarrier();
  atomicMax(&most, value);
  workgroupBarrier();
  if (local == 0) {
    mostOfAll = atomicLoad(&most);
  }
  return workgroupUniformLoad(&mostOfAll);
}

// Of sorted columns begin ... end − 1 of B the first that is not less than `column`.
fn firstFrom(begin: u32, end: u32, column: u32) -> u32 {
  var low = begin;
  var high = end;
  while (low < high) {
    let middle = low + (high - low) / 2;
    if (bColIndex[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The first thread from `thread` on, before `end`, that has something to take, or `end`.
fn nextFilled(thread: u32, end: u32) -> u32 {
  var at = thread;
  while (at < end) {
    let bits = atomicLoad(&filled[at / 32]) >> (at % 32);
    if (bits != 0) {
      return min(at + firstTrailingBit(bits), end);
    }
    at = (at / 32 + 1) * 32;
  }
  return end;
}

// By all threads: looks up entry k of A, if it is before `end`; of its row of B columns first ... last alone where `narrow`. How many times the group has to take it.
fn lookUp(local: u32, k: u32, end: u32, first: u32, last: u32) -> u32 {
  // Others may be taking still.
  workgroupBarrier();
  if (local < lookWords) {
    atomicStore(&filled[local], 0u);
  }
  workgroupBarrier();
  var begin = 0u;
  var stop = 0u;
  if (k < end) {
    let row = aColIndex[k];
    begin = bRowStart[row];
    stop = bRowStart[row + 1];
    if (narrow) {
      begin = firstFrom(begin, stop, first);
      stop = firstFrom(begin, stop, last + 1);
    }
  }
  rowFrom[local] = begin;
  rowTo[local] = stop;
  if (begin < stop) {
    atomicOr(&filled[local / 32], 1u << (local % 32));
  }
  workgroupBarrier();
  let group = local - local % lanes;
  source = nextFilled(group, group + lanes);
  taken = 0;
  return (stop - begin + lanes - 1) / lanes;
}

// What a thread takes next: a place in B, NONE where there is nothing for it, and the thread that looked the row up.
struct Taken {
  place: u32,
  source: u32,
}

fn isTaking(local: u32) -> bool {
  return source < local - local % lanes + lanes;
}

fn take(local: u32) -> Taken {
  if (!isTaking(local)) {
    return Taken(NONE, 0);
  }
  let place = rowFrom[source] + taken + local % lanes;
  let result = Taken(select(NONE, place, place < rowTo[source]), source);
  taken += lanes;
  if (rowFrom[source] + taken >= rowTo[source]) {
    source = nextFilled(source + 1, local - local % lanes + lanes);
    taken = 0;
  }
  return result;
}

fn columnAt(taken: Taken) -> u32 {
  if (taken.place == NONE) {
    return NONE;
  }
  return bColIndex[taken.place];
}
