import { describe, expect, it } from 'vitest';
import { fmaDouble, fmaSingle } from '../../src/machine/fused-multiply-add.ts';
import { launched, storeWord, wordsIn } from './launched.ts';

/** Element 0 of the result of PTX that leaves a 32-bit number in %r0. */
function word(body: string): number {
  return wordsIn(
    launched({ body: `${body} ${storeWord('%r0')} ret;`, buffers: { out: new Int32Array(32) } }),
    'out',
  )[0] as number;
}

describe('instructions', () => {
  it.each([
    ['add.s32 wraps', 'mov.u32 %r1, 2147483647; add.s32 %r0, %r1, 1;', -2147483648],
    ['mul.lo.s32 wraps', 'mov.u32 %r1, 123456789; mul.lo.s32 %r0, %r1, %r1;', Math.imul(123456789, 123456789)],
    ['mul.hi.s32', 'mov.u32 %r1, -5; mul.hi.s32 %r0, %r1, 2;', -1],
    ['mad.lo.s32', 'mov.u32 %r1, 7; mad.lo.s32 %r0, %r1, 6, -2;', 40],
    ['div.s32 truncates', 'mov.u32 %r1, -7; div.s32 %r0, %r1, 2;', -3],
    ['div.u32 by 0', 'mov.u32 %r1, 7; div.u32 %r0, %r1, 0;', -1],
    ['rem.u32', 'mov.u32 %r1, -1; rem.u32 %r0, %r1, 10;', 5],
    ['min.s32', 'mov.u32 %r1, -7; min.s32 %r0, %r1, 2;', -7],
    ['min.u32', 'mov.u32 %r1, -7; min.u32 %r0, %r1, 2;', 2],
    ['shr.s32 keeps the sign', 'mov.u32 %r1, -8; shr.s32 %r0, %r1, 40;', -1],
    ['shr.u32 beyond the width', 'mov.u32 %r1, -8; shr.u32 %r0, %r1, 32;', 0],
    ['shl.b32 by 32', 'mov.u32 %r1, 1; shl.b32 %r0, %r1, 32;', 0],
    ['not.b32', 'mov.u32 %r1, 5; not.b32 %r0, %r1;', -6],
    ['popc.b32', 'mov.u32 %r1, -2; popc.b32 %r0, %r1;', 31],
    ['brev.b32', 'mov.u32 %r1, 1; brev.b32 %r0, %r1;', -2147483648],
    ['bfind.shiftamt', 'mov.u32 %r1, 16; bfind.shiftamt.u32 %r0, %r1;', 27],
    ['bfind of 0', 'mov.u32 %r1, 0; bfind.shiftamt.u32 %r0, %r1;', -1],
    ['bfe.u32', 'mov.u32 %r1, 0xabcd; bfe.u32 %r0, %r1, 4, 8;', 0xbc],
    ['bfe.s32', 'mov.u32 %r1, 0xf0; bfe.s32 %r0, %r1, 4, 4;', -1],
    ['prmt.b32', 'mov.u32 %r1, 0x03020100; mov.u32 %r2, 0x07060504; prmt.b32 %r0, %r1, %r2, 0x7250;', 0x07020500],
    ['setp and selp', 'mov.u32 %r1, -1; setp.lt.u32 %p1, %r1, 5; selp.b32 %r0, 1, 2, %p1;', 2],
    ['mov.pred of -1', 'mov.pred %p1, -1; selp.b32 %r0, 1, 2, %p1;', 1],
    ['mov.pred of 0', 'mov.pred %p1, 0; selp.b32 %r0, 1, 2, %p1;', 2],
    ['not.pred of -1', 'mov.pred %p1, -1; not.pred %p2, %p1; selp.b32 %r0, 1, 2, %p2;', 2],
    ['setp with a NaN', 'mov.f32 %f1, 0f7fc00000; setp.neu.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;', 1],
    ['setp.ne with a NaN', 'mov.f32 %f1, 0f7fc00000; setp.ne.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;', 2],
    [
      'not.pred and or.pred',
      'setp.eq.s32 %p1, 1, 2; not.pred %p2, %p1; or.pred %p3, %p1, %p2; selp.b32 %r0, 1, 2, %p3;',
      1,
    ],
    ['cvt.rzi.u32.f64 of a negative', 'mov.f64 %fd1, 0dc000000000000000; cvt.rzi.u32.f64 %r0, %fd1;', 0],
    ['cvt.rni.s32.f32 to even', 'mov.f32 %f1, 0f40200000; cvt.rni.s32.f32 %r0, %f1;', 2],
    ['cvt.s64.s32 and halves', 'mov.u32 %r1, -2; cvt.s64.s32 %rd1, %r1; mov.b64 {%r2,%r0}, %rd1;', -1],
    ['bits of an f64', 'mov.f64 %fd1, 0d3ff0000000000000; mov.b64 {%r1, %r0}, %fd1;', 0x3ff00000],
    [
      '64-bit arithmetic',
      'mov.u64 %rd1, 0x100000001; mul.lo.s64 %rd2, %rd1, %rd1; shr.u64 %rd3, %rd2, 32; cvt.u32.u64 %r0, %rd3;',
      2,
    ],
    ['registers of an inner block', 'mov.u32 %r1, 3; { .reg .b32 %r1; mov.u32 %r1, 9; } mov.u32 %r0, %r1;', 3],
    ['vote.ballot', 'mov.u32 %r1, %laneid; setp.lt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r0, %p1, -1;', 7],
    [
      'vote.all',
      'mov.u32 %r1, %laneid; setp.lt.u32 %p1, %r1, 3; vote.sync.all.pred %p2, %p1, -1; selp.b32 %r0, 1, 2, %p2;',
      2,
    ],
  ])('%s', (_, body, expected) => {
    expect(word(body)).toBe(expected);
  });

  it.each([
    ['down', 4, 31, (lane: number) => (lane + 4 < 32 ? lane + 4 : lane)],
    ['down', 4, ((32 - 8) << 8) | 31, (lane: number) => (lane % 8 < 4 ? lane + 4 : lane)],
    ['up', 2, 0, (lane: number) => (lane >= 2 ? lane - 2 : lane)],
    ['bfly', 16, 31, (lane: number) => lane ^ 16],
    ['idx', 5, 31, () => 5],
    ['idx', 5, ((32 - 8) << 8) | 31, (lane: number) => lane - (lane % 8) + 5],
  ])('shfl.sync.%s by %i in segments %i', (mode, by, packed, source) => {
    const body = `mov.u32 %r1, %laneid; shfl.sync.${mode}.b32 %r0|%p1, %r1, ${by}, ${packed}, -1; ${storeWord('%r0')} ret;`;
    const found = wordsIn(launched({ body, buffers: { out: new Int32Array(32) } }), 'out');
    expect(found).toEqual(Array.from({ length: 32 }, (_, lane) => source(lane)));
  });

  it('fma rounds once', () => {
    const u = 2 ** -52;
    expect(fmaDouble(1 + u, 1 - u, -1)).toBe(-(u ** 2));
    expect(fmaDouble(1 + u, 1 + u, 2 ** -200)).toBe(1 + 2 * u + 0);
    // A tie of the product and c that the rest of the product breaks.
    expect(fmaDouble(1 + u, 1 + u, 1)).toBe(2 + 2 * u);
    expect(fmaSingle(1 + 2 ** -23, 1 + 2 ** -23, 2 ** -40)).toBe(Math.fround(1 + 2 ** -22));
    expect(fmaSingle(Math.fround(1 + 2 ** -23), 1, 2 ** -24)).toBe(Math.fround(1 + 2 ** -22));
    expect(fmaSingle(1 + 2 ** -12, 1 + 2 ** -12, 2 ** -60)).toBe(1 + 2 ** -11 + 2 ** -23);
    expect(fmaDouble(Infinity, 0, 1)).toBeNaN();
    expect(fmaDouble(2, 3, -Infinity)).toBe(-Infinity);
  });

  it('an instruction that is not interpreted is an error with its line, whether it would run or not', () => {
    const body = 'ret;\ntex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tex, {%f5}];';
    expect(() => launched({ body, buffers: {} })).toThrow(/PTX, line \d+/u);
    expect(() => launched({ body: 'ret;\nsin.approx.f32 %f1, %f2;', buffers: {} })).toThrow(
      "PTX, line 5: 'sin.approx.f32' is not interpreted: sin.approx.f32 %f1, %f2",
    );
    expect(() => launched({ body: 'add.sat.s32 %r1, %r1, %r1; ret;', buffers: {} })).toThrow(
      /'add.sat.s32' is not interpreted/u,
    );
  });
});
