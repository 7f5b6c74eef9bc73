import { describe, expect, it } from 'vitest';
import { missing } from './missing.ts';
import { started } from './started.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();

describe('the clock of the ranks', unless(lack), () => {
  it('times each product, leaves what so many products leave, and is there only when it was asked for', async () => {
    const { backend, A, x, y } = await started({ clock: true });
    for (const cold of [false, true]) {
      const times = await A.time([x, y, 2, 1], { runs: 3, cold });
      expect(times).toHaveLength(3);
      expect(times?.every((ms) => ms > 0)).toBe(true);
    }
    expect((await y.read())[10]).toBe(6 * 2 * 10);
    expect(await A.time([x, y], { runs: 5 })).toHaveLength(5);
    expect((await y.read())[10]).toBe(10);
    await backend.dispose();
    const plain = await started();
    expect(await plain.A.time([plain.x, plain.y], { runs: 1 })).toBeUndefined();
    await plain.backend.dispose();
  });
});
