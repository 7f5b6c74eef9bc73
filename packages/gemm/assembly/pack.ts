import { lanes } from '@spmv/kernel-kit/assembly/lanes';

/*
 * A panel is some neighbouring lines, rows of A or columns of B, with what belongs to one step of k side by side: so many numbers for the
 * first, then those for the second. Lines that are not there are zeros.
 */

/** Panels of `width` that `lines` lines fill. */
// @ts-ignore: decorator
@inline
export function panelsOf(lines: i32, width: i32): i32 {
  return (lines + width - 1) / width;
}

/** Four lines of f32, `line` bytes apart, and four steps: to `to`, one step every `next` bytes. */
// @ts-ignore: decorator
@inline
function turn4(from: usize, line: usize, to: usize, next: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + line);
  const r2 = v128.load(from + 2 * line);
  const r3 = v128.load(from + 3 * line);
  const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
  const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f64>(low01, low23, 0, 2));
  v128.store(to + next, v128.shuffle<f64>(low01, low23, 1, 3));
  v128.store(to + 2 * next, v128.shuffle<f64>(high01, high23, 0, 2));
  v128.store(to + 3 * next, v128.shuffle<f64>(high01, high23, 1, 3));
}

/** Two lines of f32 and four steps. */
// @ts-ignore: decorator
@inline
function turn2(from: usize, line: usize, to: usize, next: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + line);
  const low = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
  const high = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  v128.store_lane<f64>(to, low, 0);
  v128.store_lane<f64>(to + next, low, 1);
  v128.store_lane<f64>(to + 2 * next, high, 0);
  v128.store_lane<f64>(to + 3 * next, high, 1);
}

/** Two lines of f64 and two steps. */
// @ts-ignore: decorator
@inline
function turnWide(from: usize, line: usize, to: usize, next: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + line);
  v128.store(to, v128.shuffle<f64>(r0, r1, 0, 2));
  v128.store(to + next, v128.shuffle<f64>(r0, r1, 1, 3));
}

/** `lines` lines of one step, `line` bytes apart, and zeros up to `width`. */
// @ts-ignore: decorator
@inline
function packStep<T>(from: usize, line: usize, to: usize, lines: i32, width: i32): void {
  for (let i = 0; i < lines; i++) store<T>(to + <usize>i * sizeof<T>(), load<T>(from + <usize>i * line));
  for (let i = lines; i < width; i++) store<T>(to + <usize>i * sizeof<T>(), 0);
}

/** All lines of a panel whose lines are contiguous. */
// @ts-ignore: decorator
@inline
function packRuns<T>(from: usize, line: usize, to: usize, depth: i32, width: i32): void {
  const next = <usize>width * sizeof<T>();
  const group = lanes<T>();
  let l = 0;
  for (; l + group <= depth; l += group) {
    if (sizeof<T>() == 8) {
      turnWide(from, line, to, next);
      turnWide(from + 2 * line, line, to + 16, next);
      if (width == 6) turnWide(from + 4 * line, line, to + 32, next);
    } else {
      turn4(from, line, to, next);
      if (width == 6) turn2(from + 4 * line, line, to + 16, next);
      else turn4(from + 4 * line, line, to + 16, next);
    }
    from += 16;
    to += <usize>group * next;
  }
  for (; l < depth; l++) {
    packStep<T>(from, line, to, width, width);
    from += sizeof<T>();
    to += next;
  }
}

/** All lines of a panel, of which those of one step are contiguous and steps are `step` bytes apart. */
// @ts-ignore: decorator
@inline
function packSteps<T>(from: usize, step: usize, to: usize, depth: i32, width: i32): void {
  const end = to + <usize>(depth * width) * sizeof<T>();
  while (to < end) {
    v128.store(to, v128.load(from));
    if (sizeof<T>() == 4 && width == 6) store<u64>(to, load<u64>(from, 16), 16);
    else v128.store(to, v128.load(from, 16), 16);
    if (sizeof<T>() == 8 && width == 6) v128.store(to, v128.load(from, 32), 32);
    from += step;
    to += <usize>width * sizeof<T>();
  }
}

/**
 * Packs `lines` lines of `depth` numbers into a panel of `width`, a constant, at `to`. Neighbouring lines are `line` elements apart and
 * neighbouring steps `step`; one of the two is 1.
 */
// @ts-ignore: decorator
@inline
export function packPanel<T>(from: usize, line: i32, step: i32, to: usize, lines: i32, depth: i32, width: i32): void {
  const lineBytes = <usize>line * sizeof<T>();
  const stepBytes = <usize>step * sizeof<T>();
  if (lines < width) {
    for (let l = 0; l < depth; l++) {
      packStep<T>(from, lineBytes, to, lines, width);
      from += stepBytes;
      to += <usize>width * sizeof<T>();
    }
  } else if (step == 1) packRuns<T>(from, lineBytes, to, depth, width);
  else packSteps<T>(from, stepBytes, to, depth, width);
}
