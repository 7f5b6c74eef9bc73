import type { Operator, Vector } from '@spmv/core';
import { gather, GATHERED } from '@spmv/vectors';
import type { DeviceTools } from './device-tools.ts';

/** Reads several numbers of a device at once. */
export interface NumberReader {
  /** Makes room for so many numbers. */
  reserve(count: number): Promise<void>;
  /** Their values as they are now, of a complex one both parts. The read has been asked for when this returns; undefined where there is no room. */
  read(numbers: readonly Vector[]): Promise<readonly number[]> | undefined;
  dispose(): Promise<void>;
}

/** Numbers of which two reads are as fast as one. */
const FEW = 2;
/** Least room. */
const LEAST = 64;

/** A reader, where a kernel lays numbers side by side: elsewhere each is read by itself. */
export function createNumberReader(tools: DeviceTools): NumberReader | undefined {
  const kernel = tools.kernelOf({ operation: gather.id });
  if (!kernel || tools.backend.device.kind === 'cpu') return undefined;
  // What was asked for may still be on its way: room is left as it is when more is made.
  const rooms: { readonly together: Vector; readonly operator: Operator }[] = [];
  return {
    async reserve(count) {
      if (count < FEW || (rooms[0]?.together.length ?? 0) >= count) return;
      // Numbers are made as iterations need them: room for twice as many is made seldom.
      const n = Math.max(LEAST, 2 ** Math.ceil(Math.log2(count)));
      const { precision, backend } = tools;
      const operator = await backend.prepare({ operation: gather, kernel, precision, sizes: { n } });
      rooms.unshift({ operator, together: backend.vector(n, precision) });
    },
    read(numbers) {
      const [room] = rooms;
      if (!room || numbers.length < FEW || numbers.length > room.together.length) return undefined;
      const { together, operator } = room;
      for (let first = 0; first < numbers.length; first += GATHERED.length) {
        const [one] = numbers.slice(first);
        const eight = GATHERED.map((_, k) => numbers[first + k] ?? one);
        operator.apply(...eight, together, first);
      }
      return together.read().then((found) => Array.from(found.subarray(0, tools.components * numbers.length)));
    },
    async dispose() {
      for (const { together, operator } of rooms.splice(0)) {
        await together.dispose();
        await operator.dispose();
      }
    },
  };
}
