import { bytes } from './front';

/** to[r] −= Σ of line q[r]·by[q] for r from `from` to `past` − 1, `count` lines of `height` numbers, four or fewer. */
// @ts-ignore: decorator
@inline
function takeOffLines(line: usize, height: i32, by: usize, count: i32, to: usize, from: i32, past: i32): void {
  const next = bytes(height);
  let r = from;
  if (count == 4) {
    const b0 = v128.load_splat<f64>(by), b1 = v128.load_splat<f64>(by, 8), b2 = v128.load_splat<f64>(by, 16), b3 = v128.load_splat<f64>(by, 24);
    for (; r + 2 <= past; r += 2) {
      const at = line + bytes(r);
      const one = f64x2.add(f64x2.mul(b0, v128.load(at)), f64x2.mul(b1, v128.load(at + next)));
      const other = f64x2.add(f64x2.mul(b2, v128.load(at + 2 * next)), f64x2.mul(b3, v128.load(at + 3 * next)));
      v128.store(to + bytes(r), f64x2.sub(v128.load(to + bytes(r)), f64x2.add(one, other)));
    }
  }
  for (; r < past; r++) {
    let sum = load<f64>(to + bytes(r));
    for (let q = 0; q < count; q++) sum -= load<f64>(line + bytes(q * height + r)) * load<f64>(by + bytes(q));
    store<f64>(to + bytes(r), sum);
  }
}

/** dots[q] −= Σ of line q[r]·with[r]. */
// @ts-ignore: decorator
@inline
function takeOffDots(line: usize, height: i32, dots: usize, count: i32, other: usize, from: i32, past: i32): void {
  const next = bytes(height);
  let r = from;
  if (count == 4 && past - from >= 4) {
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    for (; r + 2 <= past; r += 2) {
      const at = line + bytes(r);
      const value = v128.load(other + bytes(r));
      s0 = f64x2.add(s0, f64x2.mul(v128.load(at), value));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(at + next), value));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(at + 2 * next), value));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(at + 3 * next), value));
    }
    const low = f64x2.add(v128.shuffle<f64>(s0, s1, 0, 2), v128.shuffle<f64>(s0, s1, 1, 3));
    const high = f64x2.add(v128.shuffle<f64>(s2, s3, 0, 2), v128.shuffle<f64>(s2, s3, 1, 3));
    v128.store(dots, f64x2.sub(v128.load(dots), low));
    v128.store(dots, f64x2.sub(v128.load(dots, 16), high), 16);
  }
  for (; r < past; r++) {
    const value = load<f64>(other + bytes(r));
    for (let q = 0; q < count; q++)
      store<f64>(dots + bytes(q), load<f64>(dots + bytes(q)) - load<f64>(line + bytes(q * height + r)) * value);
  }
}

// @ts-ignore: decorator
@inline
function at(line: usize, height: i32, q: i32, r: i32): f64 {
  return load<f64>(line + bytes(q * height + r));
}

/** x ← L⁻¹x where `halves` has 1, then x ← L⁻ᵀx where it has 2. `sums` has a number for each row of the tallest supernode. */
export function choleskySolve(
  firstPivot: usize, rowsStart: usize, rows: usize, panelStart: usize, panels: usize, x: usize, sums: usize, supernodes: i32, halves: i32,
): void {
  if (halves & 1)
    for (let s = 0; s < supernodes; s++) {
      const first = load<i32>(firstPivot + (<usize>s << 2));
      const width = load<i32>(firstPivot + (<usize>s << 2), 4) - first;
      const ids = rows + (<usize>load<f64>(rowsStart + bytes(s)) << 2);
      const height = <i32>(load<f64>(rowsStart + bytes(s), 8) - load<f64>(rowsStart + bytes(s)));
      const panel = panels + (<usize>load<f64>(panelStart + bytes(s)) << 3);
      memory.copy(sums, x + bytes(first), bytes(width));
      memory.fill(sums + bytes(width), 0, bytes(height - width));
      for (let k = 0; k < width; k += 4) {
        const count = min(4, width - k);
        const line = panel + bytes(k * height);
        for (let q = 0; q < count; q++) {
          const value = load<f64>(sums + bytes(k + q)) / at(line, height, q, k + q);
          store<f64>(sums + bytes(k + q), value);
          for (let t = q + 1; t < count; t++)
            store<f64>(sums + bytes(k + t), load<f64>(sums + bytes(k + t)) - at(line, height, q, k + t) * value);
        }
        takeOffLines(line, height, sums + bytes(k), count, sums, k + count, height);
      }
      memory.copy(x + bytes(first), sums, bytes(width));
      for (let r = width; r < height; r++) {
        const to = x + bytes(load<i32>(ids + (<usize>r << 2)));
        store<f64>(to, load<f64>(to) + load<f64>(sums + bytes(r)));
      }
    }
  if (halves & 2)
    for (let s = supernodes - 1; s >= 0; s--) {
      const first = load<i32>(firstPivot + (<usize>s << 2));
      const width = load<i32>(firstPivot + (<usize>s << 2), 4) - first;
      const ids = rows + (<usize>load<f64>(rowsStart + bytes(s)) << 2);
      const height = <i32>(load<f64>(rowsStart + bytes(s), 8) - load<f64>(rowsStart + bytes(s)));
      const panel = panels + (<usize>load<f64>(panelStart + bytes(s)) << 3);
      memory.copy(sums, x + bytes(first), bytes(width));
      for (let r = width; r < height; r++)
        store<f64>(sums + bytes(r), load<f64>(x + bytes(load<i32>(ids + (<usize>r << 2)))));
      // The last block first, whose columns may be fewer.
      for (let k = (width - 1) / 4 * 4; k >= 0; k -= 4) {
        const count = min(4, width - k);
        const line = panel + bytes(k * height);
        takeOffDots(line, height, sums + bytes(k), count, sums, k + count, height);
        for (let q = count - 1; q >= 0; q--) {
          let value = load<f64>(sums + bytes(k + q));
          for (let t = q + 1; t < count; t++) value -= at(line, height, q, k + t) * load<f64>(sums + bytes(k + t));
          store<f64>(sums + bytes(k + q), value / at(line, height, q, k + q));
        }
      }
      memory.copy(x + bytes(first), sums, bytes(width));
    }
}
