import type { RestKernel } from '../dense/indefinite-front.ts';
import type { LuPanelKernel } from '../dense/lu-front.ts';
import { eliminatePanel, exchanged } from '../dense/lu-front.ts';
import { takeOffRest } from '../dense/indefinite-front.ts';
import { FRONT_ROOM } from '../native.ts';
import type { FrontMemory } from './places.ts';
import { addresses, put } from './places.ts';

/** Columns of a front of LU. */
export function luPanelOf(places: FrontMemory): LuPanelKernel {
  return (front, from, past, threshold) => {
    const { numbers, height, candidates, rowIds, colIds, ids } = front;
    const place = places.of(numbers);
    // A front of so many numbers has no more columns.
    const most = Math.ceil(Math.sqrt(numbers.length));
    if (!place || !put(place, { own: 8 * FRONT_ROOM, swaps: 4 * (most + 1) }))
      return eliminatePanel(front, from, past, threshold);
    const args = [numbers.byteOffset, ...addresses(place, ['own', 'swaps']), height, candidates, from, past];
    const done = place.call.luPanel(...args, threshold) ?? from;
    const [steps, ...swaps] = new Int32Array(place.memory.buffer, place.behind.get('swaps'), past - from + 1);
    let at = from;
    for (const row of swaps.slice(0, steps)) {
      if (row < 0) exchanged(colIds, ids + at, ids - 1 - row);
      else exchanged(rowIds, ids + at++, ids + row);
    }
    return done;
  };
}

/** Products of a front of LDLᵀ, whose numbers and lines lie in one memory. */
export function indefiniteRestOf(places: FrontMemory): RestKernel {
  return (front, begin, end, past) => {
    const { numbers, lines, height } = front;
    const place = places.of(numbers);
    if (!place || lines.buffer !== numbers.buffer || !put(place, { own: 8 * FRONT_ROOM })) {
      takeOffRest(front, begin, end, past);
      return;
    }
    place.call.indefiniteRest(
      numbers.byteOffset,
      lines.byteOffset,
      ...addresses(place, ['own']),
      height,
      begin,
      end,
      past,
    );
  };
}
