import { describe, expect, it } from 'vitest';
import type { LaunchObserver } from '../../src/machine/run-launch.ts';
import { launched, storeWord, wordsIn } from './launched.ts';

/** Lanes of each instruction of an opcode, in the order in which they ran. */
function lanesOf(opcode: string, body: string): readonly number[] {
  const found: number[] = [];
  const executed: LaunchObserver['executed'] = (_block, _warp, instruction, lanes) => {
    if (instruction.opcode === opcode) found.push(lanes >>> 0);
  };
  launched({ body, buffers: { out: new Int32Array(64) }, observer: { executed } });
  return found;
}

const ODD = 'mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 1; setp.eq.s32 %p1, %r2, 1;';

describe('lanes that part', () => {
  it('diverged lanes converge behind both branches', () => {
    const body = `${ODD} @%p1 bra $A; not.b32 %r3, %r1; bra.uni $B;\n$A: not.b32 %r3, %r2;\n$B: popc.b32 %r4, %r3; ret;`;
    expect(lanesOf('not.b32', body)).toEqual([0xaaaaaaaa, 0x55555555]);
    expect(lanesOf('popc.b32', body)).toEqual([0xffffffff]);
  });

  it('wait for each other behind a loop that each leaves at another time', () => {
    const body = `mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n$L: add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra $L; popc.b32 %r4, %r2; ${storeWord('%r2')} ret;`;
    expect(lanesOf('popc.b32', body)).toEqual([0xffffffff]);
    expect(lanesOf('setp.lt.u32', body)).toHaveLength(31);
    expect(wordsIn(launched({ body, buffers: { out: new Int32Array(32) } }), 'out')).toEqual(
      Array.from({ length: 32 }, (_, lane) => Math.max(1, lane)),
    );
  });

  it('meet behind a loop with a way out in its middle, before the code that follows in the text', () => {
    const body = `mov.u32 %r1, %tid.x; mov.u32 %r2, 0; bra.uni $L;\n$E: popc.b32 %r4, %r2; ret;\n$L: setp.ge.u32 %p1, %r2, %r1; @%p1 bra $E; add.s32 %r2, %r2, 1; bra.uni $L;`;
    expect(lanesOf('popc.b32', body)).toEqual([0xffffffff]);
  });

  it('that have ended are not waited for', () => {
    const body = `${ODD} @%p1 ret; popc.b32 %r4, %r1; bar.warp.sync -1; vote.sync.ballot.b32 %r5, %p1, -1; bar.sync 0; ret;`;
    expect(lanesOf('popc.b32', body)).toEqual([0x55555555]);
  });

  it('diverged lanes converge where some of them ended', () => {
    const body = `${ODD} @%p1 bra $A; bra.uni $B;\n$A: setp.gt.u32 %p2, %r1, 8; @%p2 bra $E; not.b32 %r3, %r1;\n$B: popc.b32 %r4, %r1;\n$E: ret;`;
    expect(lanesOf('not.b32', body)).toEqual([0xaa]);
    expect(lanesOf('popc.b32', body)).toEqual([0x555555ff]);
  });

  it('meet in a loop that is left by ends alone', () => {
    const body = `mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n$L: add.s32 %r2, %r2, 1; and.b32 %r3, %r2, 1; setp.gt.u32 %p2, %r1, %r2; @%p2 bra $S; not.b32 %r4, %r1;\n$S: popc.b32 %r4, %r1; setp.ge.u32 %p1, %r2, 3; @%p1 bra $E; bra.uni $L;\n$E: ret;`;
    expect(lanesOf('popc.b32', body)).toEqual([0xffffffff, 0xffffffff, 0xffffffff]);
  });

  it('are an error at what needs them together', () => {
    const apart = (what: string): string => `${ODD} @%p1 bra $A; ${what}\n$A: popc.b32 %r4, %r1; ret;`;
    expect(() => launched({ body: apart('bar.sync 0;'), buffers: {} })).toThrow(
      /only some lanes of a warp reach a barrier/u,
    );
    expect(() => launched({ body: apart('shfl.sync.idx.b32 %r3|%p2, %r1, 0, 31, -1;'), buffers: {} })).toThrow(
      /lane 31 takes another path: shfl/u,
    );
  });
});

describe('warps of a block', () => {
  it('diverged lanes wait for each other at a barrier', () => {
    const body = `.shared .align 8 .b8 kept[512]; mov.u32 %r1, %tid.x; mov.u32 %r2, kept; shl.b32 %r3, %r1, 2; add.s32 %r4, %r2, %r3; st.shared.u32 [%r4], %r1; bar.sync 0; xor.b32 %r5, %r3, 128; add.s32 %r6, %r2, %r5; ld.shared.u32 %r7, [%r6]; ${storeWord('%r7')} ret;`;
    const found = wordsIn(launched({ body, buffers: { out: new Int32Array(64) }, block: 64 }), 'out');
    expect(found).toEqual(Array.from({ length: 64 }, (_, thread) => thread ^ 32));
  });

  it('have as many lanes as there are threads', () => {
    const body = `mov.u32 %r1, %ntid.x; ${storeWord('%r1')} ret;`;
    expect(wordsIn(launched({ body, buffers: { out: new Int32Array(40) }, block: 36 }), 'out')).toEqual([
      ...Array.from({ length: 36 }, () => 36),
      0,
      0,
      0,
      0,
    ]);
  });

  it('that wait for one another are given turns, and for what never comes the limit', () => {
    // Warp 0 waits for what warp 1 stores.
    const body = `ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 32; @%p1 bra $S;\n$W: ld.relaxed.gpu.global.u32 %r2, [%rd1]; setp.eq.s32 %p2, %r2, 0; @%p2 bra $W; ret;\n$S: st.relaxed.gpu.global.u32 [%rd1], %r1; ret;`;
    expect(() => launched({ body, buffers: { out: new Int32Array(1) }, block: 64 })).not.toThrow();
    expect(() => launched({ body, buffers: { out: new Int32Array(1) }, block: 32, maxSteps: 5000 })).toThrow(
      'The launch is not done after 5000 instructions of warps.',
    );
  });
});
