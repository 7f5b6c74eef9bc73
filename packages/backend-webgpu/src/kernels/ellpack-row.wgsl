// A row of ELLPACK: up to `count` places from `slot` on, `step` apart, to the first padding (column −1). `chunk` of them, at most 8, are
// loaded before the first is waited for. Declared beside it: colIndex, values, x.

fn sumPlaces(slot: u32, step: u32, count: u32) -> Sum {
  var sum = zeroSum();
  for (var k = 0u; k < count; k += chunk) {
    // Places past the end are the last one again, and not added.
    let last = count - 1;
    let p0 = slot + k * step;
    let p1 = slot + min(k + 1, last) * step;
    let p2 = slot + min(k + 2, last) * step;
    let p3 = slot + min(k + 3, last) * step;
    let p4 = slot + min(k + 4, last) * step;
    let p5 = slot + min(k + 5, last) * step;
    let p6 = slot + min(k + 6, last) * step;
    let p7 = slot + min(k + 7, last) * step;
    let c0 = colIndex[p0];
    var tail = c0;
    var c1 = -1;
    if (chunk > 1) { c1 = colIndex[p1]; tail = c1; }
    var c2 = -1;
    if (chunk > 2) { c2 = colIndex[p2]; tail = c2; }
    var c3 = -1;
    if (chunk > 3) { c3 = colIndex[p3]; tail = c3; }
    var c4 = -1;
    if (chunk > 4) { c4 = colIndex[p4]; tail = c4; }
    var c5 = -1;
    if (chunk > 5) { c5 = colIndex[p5]; tail = c5; }
    var c6 = -1;
    if (chunk > 6) { c6 = colIndex[p6]; tail = c6; }
    var c7 = -1;
    if (chunk > 7) { c7 = colIndex[p7]; tail = c7; }
    let v0 = values[p0];
    var v1 = zeroValue();
    if (chunk > 1) { v1 = values[p1]; }
    var v2 = zeroValue();
    if (chunk > 2) { v2 = values[p2]; }
    var v3 = zeroValue();
    if (chunk > 3) { v3 = values[p3]; }
    var v4 = zeroValue();
    if (chunk > 4) { v4 = values[p4]; }
    var v5 = zeroValue();
    if (chunk > 5) { v5 = values[p5]; }
    var v6 = zeroValue();
    if (chunk > 6) { v6 = values[p6]; }
    var v7 = zeroValue();
    if (chunk > 7) { v7 = values[p7]; }
    let x0 = x[max(c0, 0)];
    var x1 = zeroValue();
    if (chunk > 1) { x1 = x[max(c1, 0)]; }
    var x2 = zeroValue();
    if (chunk > 2) { x2 = x[max(c2, 0)]; }
    var x3 = zeroValue();
    if (chunk > 3) { x3 = x[max(c3, 0)]; }
    var x4 = zeroValue();
    if (chunk > 4) { x4 = x[max(c4, 0)]; }
    var x5 = zeroValue();
    if (chunk > 5) { x5 = x[max(c5, 0)]; }
    var x6 = zeroValue();
    if (chunk > 6) { x6 = x[max(c6, 0)]; }
    var x7 = zeroValue();
    if (chunk > 7) { x7 = x[max(c7, 0)]; }
    if (c0 >= 0) { sum = addProduct(sum, v0, x0); }
    if (c1 >= 0 && k + 1 < count) { sum = addProduct(sum, v1, x1); }
    if (c2 >= 0 && k + 2 < count) { sum = addProduct(sum, v2, x2); }
    if (c3 >= 0 && k + 3 < count) { sum = addProduct(sum, v3, x3); }
    if (c4 >= 0 && k + 4 < count) { sum = addProduct(sum, v4, x4); }
    if (c5 >= 0 && k + 5 < count) { sum = addProduct(sum, v5, x5); }
    if (c6 >= 0 && k + 6 < count) { sum = addProduct(sum, v6, x6); }
    if (c7 >= 0 && k + 7 < count) { sum = addProduct(sum, v7, x7); }
    if (tail < 0) {
      break;
    }
  }
  return sum;
}
