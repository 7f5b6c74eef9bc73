import { describe, expect, it } from 'vitest';
import { createFreeList } from '../../src/runtime/free-list.ts';

describe('createFreeList', () => {
  it('takes the first span that is large enough, and says -1 where none is', () => {
    const list = createFreeList(64, 192);
    expect([list.allocate(64), list.allocate(100), list.allocate(64), list.allocate(1)]).toEqual([64, -1, 128, -1]);
  });

  it('joins what is given back with its neighbours on both sides', () => {
    const list = createFreeList(0, 300);
    const spans = [100, 100, 100].map((bytes) => ({ address: list.allocate(bytes), bytes }));
    for (const k of [0, 2, 1]) list.release(spans[k] as (typeof spans)[0]);
    expect(list.allocate(300)).toBe(0);
  });

  it('joins what it is extended by with free addresses at its end, and tells them', () => {
    const list = createFreeList(0, 100);
    expect(list.allocate(60)).toBe(0);
    expect([list.tail, list.end]).toEqual([40, 100]);
    list.extend(200);
    expect([list.tail, list.end]).toEqual([140, 200]);
    expect(list.allocate(140)).toBe(60);
    expect(list.tail).toBe(0);
    list.release({ address: 0, bytes: 60 });
    expect(list.tail).toBe(0);
  });

  it('hands out no address twice, whatever the order, and gets everything back', () => {
    const list = createFreeList(0, 4096);
    let state = 7;
    const next = (below: number): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % below;
    const held: { address: number; bytes: number }[] = [];
    for (let step = 0; step < 3000; step++) {
      const bytes = 1 + next(200);
      const address = next(3) > 0 ? list.allocate(bytes) : -1;
      if (address >= 0) {
        expect(held.every((span) => address + bytes <= span.address || span.address + span.bytes <= address)).toBe(
          true,
        );
        expect(address + bytes).toBeLessThanOrEqual(4096);
        held.push({ address, bytes });
      } else if (held.length > 0) list.release(held.splice(next(held.length), 1)[0] as (typeof held)[0]);
    }
    for (const span of held) list.release(span);
    expect(list.allocate(4096)).toBe(0);
  });

  it('has nothing where it is empty', () => {
    expect(createFreeList(10, 10).allocate(1)).toBe(-1);
  });
});
