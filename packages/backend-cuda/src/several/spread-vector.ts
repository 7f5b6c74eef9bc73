import type { DenseGaps, DriverVector, Precision, TypedArray, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { asStored } from '@spmv/kernel-kit';
import type { NativeBuffer } from '../native/addon.ts';
import { allocateZeros } from '../native/allocate-zeros.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import type { ElementOwnership, Ranges } from './ownership.ts';
import { crossings, equalParts, everywhere } from './ownership.ts';
import type { Team } from './team.ts';
import { disposeAll, makeAll } from './team.ts';

/** A vector that several devices have: each has room for all of it, and the elements that it owns are those that count. A number is everywhere. */
export interface SpreadVector extends DriverVector {
  /** All of it, on each device. */
  readonly wholes: readonly NativeBuffer[];
  /** On a device, from an element on. */
  from(device: number, first: number): NativeBuffer;
  readonly length: number;
  readonly precision: Precision;
  readonly gaps: DenseGaps | undefined;
  /** One of {@link Team.known}. */
  readonly ownership: ElementOwnership;
  /** Gives elements to other owners, with their contents where these are to be kept. Nothing is done where they have them already. */
  settle(ownership: ElementOwnership, keep: boolean): void;
}

function bytesOf({ buffer, byteOffset, byteLength }: TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Zeros, one of them everywhere, several equally divided until a product wants it otherwise. */
export function createSpreadVector(
  team: Team,
  length: number,
  precision: Precision,
  gaps: DenseGaps | undefined,
): SpreadVector {
  const { encoding, storedBytes } = PRECISIONS[precision];
  const bytes = length * storedBytes;
  const wholes = withSpmvErrors(() =>
    makeAll(
      team.members.map(
        ({ host }) =>
          () =>
            allocateZeros(host.device, bytes, `vector of ${length} elements`),
      ),
    ),
  );
  const parts = wholes.map(() => new Map<number, NativeBuffer>());
  const from = (device: number, first: number): NativeBuffer => {
    const mine = parts[device] as Map<number, NativeBuffer>;
    const found = mine.get(first);
    if (found) return found;
    const begin = Math.min(first, length) * storedBytes;
    const made = withSpmvErrors(() => (wholes[device] as NativeBuffer).part(begin, bytes - begin));
    mine.set(first, made);
    return made;
  };
  const devices = team.members.length;
  let ownership = team.known(length === 1 ? everywhere(length, devices) : equalParts(length, devices));

  const move = (to: ElementOwnership): void => {
    const list = crossings(ownership, to.ranges);
    if (list.length === 0) return;
    const exchange = team.exchange(list, storedBytes);
    try {
      exchange.start(wholes, wholes);
      exchange.end();
    } finally {
      exchange.dispose();
    }
  };

  /** Copies every element from or to its owner, of these devices; `array` has them as they are stored. */
  const copyAll = async (
    array: Uint8Array,
    owners: readonly Ranges[],
    copy: (buffer: NativeBuffer, part: Uint8Array, byteOffset: number) => Promise<void>,
  ): Promise<void> => {
    team.assertWell();
    await team.settled(() =>
      owners.flatMap((ranges, d) =>
        Array.from({ length: ranges.length / 2 }, async (_, r) => {
          const [begin, end] = [(ranges[2 * r] as number) * storedBytes, (ranges[2 * r + 1] as number) * storedBytes];
          if (begin < end) await copy(wholes[d] as NativeBuffer, array.subarray(begin, end), begin);
        }),
      ),
    );
  };

  return {
    wholes,
    from,
    length,
    precision,
    gaps,
    get ownership() {
      return ownership;
    },
    settle(to, keep) {
      if (to === ownership) return;
      // Nobody writes what is in gaps: their contents move, too.
      if (keep || gaps) move(to);
      ownership = to;
    },
    write: (data: ValueArray) =>
      copyAll(bytesOf(asStored(data, precision)), ownership.ranges, (buffer, part, offset) =>
        buffer.write(part, offset),
      ),
    async read(target: ValueArray) {
      const isPlain = storedBytes === target.BYTES_PER_ELEMENT;
      const raw = new Uint8Array(isPlain ? 0 : bytes);
      const owners = ownership.isEverywhere ? ownership.ranges.slice(0, 1) : ownership.ranges;
      await copyAll(isPlain ? bytesOf(target) : raw, owners, (buffer, part, offset) => buffer.read(part, offset));
      if (!isPlain) encoding.decode(raw.buffer, target);
    },
    dispose() {
      for (const mine of parts) disposeAll([...mine.values()]);
      disposeAll(wholes);
    },
  };
}

/** y ← βy on all devices, also what they do not own: that is nobody's, and the list of what they own may be long. */
export function scaleSpread(team: Team, { wholes, length, precision, gaps }: SpreadVector, beta: number): void {
  team.together(() => {
    for (const [d, { routines }] of team.members.entries()) {
      const buffer = wholes[d] as NativeBuffer;
      routines.scaler({ buffer, length, precision, gaps }).run(buffer, beta);
    }
  });
}
