import { describe, expect, it } from 'vitest';
import type { LaunchObserver } from '../../src/machine/run-launch.ts';
import { touched } from '../../src/sectors/trace-step.ts';
import { createGlobalMemory } from '../../src/machine/global-memory.ts';
import { doublesIn, launched, wordsIn } from './launched.ts';

const address = (stride: number, by = 8): string =>
  `ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, ${stride}; mul.wide.s32 %rd2, %r2, ${by}; add.s64 %rd3, %rd1, %rd2;`;

/** Sectors that each access of the launch touches. */
function sectorsOf(body: string, elements = 4096): readonly number[] {
  const found: number[] = [];
  const memory = createGlobalMemory();
  memory.add('a', new Float64Array(elements), true);
  const accessed: LaunchObserver['accessed'] = (_block, _warp, instruction, _kind, lanes, addresses, bytes) => {
    found.push(
      touched(memory, instruction, lanes, addresses, bytes).reduce((sum, { sectors }) => sum + sectors.length, 0),
    );
  };
  launched({ body, buffers: { a: new Float64Array(elements) }, observer: { accessed } });
  return found;
}

describe('sectors of a warp instruction', () => {
  it.each([
    ['neighbouring f64', `${address(1)} ld.global.f64 %fd1, [%rd3]; ret;`, 8],
    ['neighbouring f32', `${address(1, 4)} ld.global.f32 %f1, [%rd3]; ret;`, 4],
    ['every fourth f64: a sector each', `${address(4)} ld.global.nc.f64 %fd1, [%rd3]; ret;`, 32],
    ['one address', `${address(0)} ld.global.f64 %fd1, [%rd3]; ret;`, 1],
    ['pairs of f64', `${address(2)} ld.global.v2.f64 {%fd1, %fd2}, [%rd3]; ret;`, 16],
    ['four words', `${address(4, 4)} ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd3]; ret;`, 16],
    ['bytes', `${address(1, 1)} ld.global.u8 %r3, [%rd3]; ret;`, 1],
    ['half of the lanes', `${address(1)} setp.lt.u32 %p1, %r1, 16; @%p1 ld.global.f64 %fd1, [%rd3]; ret;`, 4],
    ['from the middle of a sector on', `${address(1, 4)} ld.global.f32 %f1, [%rd3+16]; ret;`, 5],
    ['a store', `${address(4)} st.global.f64 [%rd3], 0d0000000000000000; ret;`, 32],
  ])('%s', (_, body, expected) => {
    expect(sectorsOf(body)).toEqual([expected]);
  });

  it('counts nothing where no lane takes part', () => {
    expect(sectorsOf(`${address(1)} setp.lt.s32 %p1, %r1, 0; @%p1 ld.global.f64 %fd1, [%rd3]; ret;`)).toEqual([]);
  });
});

describe('memory', () => {
  it('keeps what is stored', () => {
    const body = `${address(1)} ld.global.f64 %fd1, [%rd3]; add.f64 %fd2, %fd1, 0d3ff0000000000000; st.global.f64 [%rd3], %fd2; ret;`;
    const memory = launched({ body, buffers: { a: Float64Array.from({ length: 32 }, (_, i) => i) } });
    expect(doublesIn(memory, 'a')).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
  });

  it('adds atomically, one lane after another', () => {
    const body =
      'ld.param.u64 %rd1, [p0]; mov.f64 %fd1, 0d3ff0000000000000; atom.global.add.f64 %fd2, [%rd1], %fd1; ret;';
    expect(doublesIn(launched({ body, buffers: { a: new Float64Array(1) }, grid: 2 }), 'a')).toEqual([64]);
  });

  it('widens what is loaded into a wider register, with its sign or without', () => {
    const body =
      'ld.param.u64 %rd1, [p0]; ld.global.s8 %r1, [%rd1]; st.global.u32 [%rd1+4], %r1; ld.global.u8 %rd2, [%rd1]; st.global.u64 [%rd1+8], %rd2; ret;';
    const a = Int32Array.from([255, 0, 7, 7]);
    expect(wordsIn(launched({ body, buffers: { a }, block: 1 }), 'a')).toEqual([255, -1, 255, 0]);
  });

  it.each([
    [
      'outside of every buffer',
      `${address(1)} ld.global.f64 %fd1, [%rd3]; ret;`,
      16,
      /^Lane 16 accesses address .* is 128 bytes into 'a' of 128, and takes 8: PTX line \d+, ld.global.f64 %fd1, \[%rd3\]$/u,
    ],
    [
      'in front of it',
      `${address(-1)} ld.global.f64 %fd1, [%rd3]; ret;`,
      64,
      /Lane 1 accesses address .* in front of every buffer/u,
    ],
    ['misaligned', `${address(1, 4)} ld.global.f64 %fd1, [%rd3]; ret;`, 64, /Lane 1 .* is no multiple of 8/u],
    [
      'beyond shared memory',
      'mov.u32 %r1, 256; ld.shared.f64 %fd1, [%r1]; ret;',
      1,
      /beyond the 256 bytes of shared memory/u,
    ],
  ])('an access %s is an error that names lane and instruction', (_, body, elements, expected) => {
    expect(() => launched({ body, buffers: { a: new Float64Array(elements) } })).toThrow(expected);
  });

  it('a store to what no kernel may write is an error', () => {
    const body = `${address(1)} st.global.f64 [%rd3], 0d0000000000000000; ret;`;
    expect(() => launched({ body, buffers: { a: new Float64Array(32) }, readOnly: ['a'] })).toThrow(
      /is in 'a', which no kernel may write/u,
    );
  });
});
