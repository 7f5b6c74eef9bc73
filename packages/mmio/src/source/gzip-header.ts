const HAS = { checksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/**
 * The header of a gzip member, RFC 1952, 2.3: is given its bytes one after another by `next`, after a first `next` without one, and is done behind
 * the last. Names and comments are passed over. Errors: an `Error` that says what is wrong.
 */
export function* gzipHeader(): Generator<undefined, void, number> {
  let crc = -1;
  function* byte(): Generator<undefined, number, number> {
    const value: number = yield;
    crc ^= value;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return value;
  }
  function* two(): Generator<undefined, number, number> {
    const low = yield* byte();
    return low + 256 * (yield* byte());
  }
  if ((yield* two()) !== 0x8b1f || (yield* byte()) !== 8) throw new Error('its header is none of gzip');
  const flags = yield* byte();
  if ((flags & HAS.reserved) !== 0) throw new Error('its header has flags that there are not');
  for (let k = 0; k < 6; k++) yield* byte();
  if ((flags & HAS.extra) !== 0) for (let left = yield* two(); left > 0; left--) yield* byte();
  if ((flags & HAS.name) !== 0) while ((yield* byte()) !== 0);
  if ((flags & HAS.comment) !== 0) while ((yield* byte()) !== 0);
  if ((flags & HAS.checksum) === 0) return;
  const expected = ~crc & 0xffff;
  if ((yield* two()) !== expected) throw new Error('the checksum of its header is wrong');
}
