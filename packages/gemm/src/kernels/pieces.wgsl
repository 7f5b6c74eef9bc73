// An operand as f16 for subgroup matrices: lines (rows of the left matrix, columns of the right one) of neighbouring terms, padded with zeros
// to whole tiles; in two pieces, each line is first scaled by a power of two that brings its largest number to 2^14 ... 2^15, and its
// exponent is kept. A workgroup makes `lineSlots` lines, with `termSlots` threads each.
override lineSlots: u32 = 1;
override termSlots: u32 = 256;
override pieceCount: u32 = 1;

@group(0) @binding(1) var<storage, read> source: array<Value>;
// Eight terms each.
@group(0) @binding(2) var<storage, read_write> pieces: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> exponents: array<i32>;

struct Pieces {
  lines: u32,
  terms: u32,
  batch: u32,
  lineStep: u32,
  termStep: u32,
  batchStep: u32,
  paddedLines: u32,
  // Eights of terms a line, and from one piece to the next.
  units: u32,
  pieceStep: u32,
}
@group(0) @binding(4) var<uniform> launch: Pieces;

var<workgroup> largest: array<f32, lineSlots * termSlots>;

// By bits: a compiler may assume that there are no infinities and fold a comparison.
fn isFinite(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7f800000u) != 0x7f800000u;
}

fn power(exponent: i32) -> f32 {
  return bitcast<f32>(u32(exponent + 127) << 23u);
}

// v * 2^exponent, in two steps: one factor alone may be out of range.
fn scaledBy(v: f32, exponent: i32) -> f32 {
  let half = exponent / 2;
  return v * power(half) * power(exponent - half);
}

// The bits of an f16. What pack2x16float makes of infinities is not said.
fn halfBits(v: f32) -> u32 {
  let bits = bitcast<u32>(v);
  if (!isFinite(v)) {
    return ((bits >> 16u) & 0x8000u) | select(0x7c00u, 0x7e00u, (bits & 0x7fffffu) != 0u);
  }
  return pack2x16float(vec2<f32>(v, 0.0)) & 0xffffu;
}

// What an f16 leaves of a number; nothing of what is not finite.
fn remainder(v: f32, half: u32) -> f32 {
  return select(0.0, v - unpack2x16float(half).x, (half & 0x7c00u) != 0x7c00u);
}

@compute @workgroup_size(lineSlots * termSlots)
fn split(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let blocks = launch.paddedLines / lineSlots;
  let group = id.x + id.y * groups.x;
  let b = group / blocks;
  if (b >= launch.batch) {
    return;
  }
  let line = group % blocks * lineSlots + local % lineSlots;
  let slot = local / lineSlots;
  let terms = select(0u, launch.terms, line < launch.lines);
  let first = b * launch.batchStep + line * launch.lineStep;
  var exponent = 0;
  if (pieceCount > 1u) {
    var most = 0.0;
    for (var term = slot; term < terms; term += termSlots) {
      let size = abs(widened(source[first + term * launch.termStep]));
      if (isFinite(size)) {
        most = max(most, size);
      }
    }
    largest[local] = most;
    workgroupBarrier();
    for (var others = termSlots / 2u; others > 0u; others /= 2u) {
      if (slot < others) {
        largest[local] = max(largest[local], largest[local + others * lineSlots]);
      }
      workgroupBarrier();
    }
    let found = largest[local % lineSlots];
    exponent = select(0, 141 - i32(bitcast<u32>(found) >> 23u), found > 0.0);
    if (slot == 0u) {
      exponents[b * launch.paddedLines + line] = exponent;
    }
  }
  for (var unit = slot; unit < launch.units; unit += termSlots) {
    var high = vec4<u32>(0u);
    var low = vec4<u32>(0u);
    for (var e = 0u; e < 8u; e++) {
      let term = unit * 8u + e;
      if (term < terms) {
        let value = scaledBy(widened(source[first + term * launch.termStep]), exponent);
        let half = halfBits(value);
        high[e / 2u] |= half << (e % 2u * 16u);
        low[e / 2u] |= halfBits(remainder(value, half)) << (e % 2u * 16u);
      }
    }
    let at = (b * launch.paddedLines + line) * launch.units + unit;
    pieces[at] = high;
    if (pieceCount > 1u) {
      pieces[at + launch.pieceStep] = low;
    }
  }
}
