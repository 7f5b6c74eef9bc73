import { expect, it } from 'vitest';
import { roomOnHost } from '../src/backend/host-room.ts';

it('a result that the host has no memory for is refused with its name and bytes', () => {
  expect(() => roomOnHost('C.values', 'f64', 2 ** 52)).toThrow(
    expect.objectContaining({ code: 'BACKEND.OUT_OF_MEMORY', message: expect.stringContaining("'C.values'") }),
  );
  expect(roomOnHost('C.values', 'f64', 3)).toEqual(new Float64Array(3));
});
