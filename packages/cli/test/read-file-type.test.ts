import type { FileBytes, FileType } from '@spmv/core';
import { expect, it } from 'vitest';
import { readBytes } from '../src/matrices/read-file-type.ts';

/** Hands out zeros in two pieces a read. */
const zeros: FileBytes = {
  size: 64,
  read: async (_, length, seen) => {
    const bytes = new Uint8Array(length);
    for (const half of [0, 1]) seen?.(bytes.subarray((half * length) / 2, ((half + 1) * length) / 2));
    return bytes;
  },
};

/** Reads eight bytes at a time, and never looks at the signal. */
function typeThat(step: (read: number) => void): FileType {
  return {
    kind: 'file',
    id: 'test/slow',
    title: '',
    endings: ['.slow'],
    recognises: () => true,
    read: async (bytes) => {
      for (let at = 0; at < bytes.size; at += 8) {
        await bytes.read(at, 8);
        step(at / 8);
      }
      return {
        shape: { rows: 1, cols: 1 },
        values: new Float64Array(1),
        field: 'real',
        symmetry: 'general',
        about: '',
      };
    },
  };
}

it('ends with the reason of the signal before the next read, also where the type does not look at it', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const steps: number[] = [];
  const type = typeThat((step) => {
    steps.push(step);
    if (step === 2) stop.abort(reason);
  });
  await expect(readBytes(type, zeros, undefined, stop)).rejects.toBe(reason);
  expect(steps).toEqual([0, 1, 2]);
});

it('ends in the middle of a read', async () => {
  const stop = new AbortController();
  const whole: FileBytes = {
    ...zeros,
    read: async (at, length, seen) => {
      stop.abort(new Error('stopped'));
      return zeros.read(at, length, seen);
    },
  };
  await expect(
    readBytes(
      typeThat(() => {}),
      whole,
      undefined,
      stop,
    ),
  ).rejects.toThrow('stopped');
});

it('reads all of it where nobody stops it', async () => {
  const steps: number[] = [];
  const type = typeThat((step) => steps.push(step));
  await readBytes(type, zeros, undefined, new AbortController());
  expect(steps).toHaveLength(8);
});
