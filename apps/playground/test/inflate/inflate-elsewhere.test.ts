import { gzipSync } from 'node:zlib';
import { readMatrixMarket } from '@spmv/mmio';
import { expect, test } from 'vitest';
import type { Inflater } from '../../src/inflate/inflate-elsewhere.ts';
import { inflateElsewhere } from '../../src/inflate/inflate-elsewhere.ts';
import type { FromInflater } from '../../src/inflate/protocol.ts';
import { PIECE, PIECES } from '../../src/inflate/protocol.ts';
import { serveInflate } from '../../src/inflate/serve-inflate.ts';
import { problemOf } from '../../src/matrix/problem.ts';

/** What became of a worker. */
interface Seen {
  pieces: number;
  ended: number;
}

/** A worker in this thread: messages arrive in later turns, copied, and none after its end. */
function inflaterHere(seen: Seen): Inflater {
  let tell = (data: FromInflater): void => void data;
  const receive = serveInflate((message) => {
    if (message.kind === 'text') seen.pieces++;
    const data = structuredClone(message);
    setTimeout(() => {
      if (seen.ended === 0) tell(data);
    });
  });
  return {
    listen: ({ message }) => {
      tell = message;
    },
    send: (message, transfer) => {
      const data = structuredClone(message, { transfer });
      setTimeout(() => {
        if (seen.ended === 0) receive(data);
      });
    },
    end: () => {
      seen.ended++;
    },
  };
}

/** Text of random digits, so that its gzip is long, too. */
function digits(bytes: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 48 + ((state >>> 16) % 10);
  });
}

async function* partsOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

const TEXT = digits(3 * PIECE + 17);
const PACKED = new Uint8Array(gzipSync(TEXT));

test.each([1000, 65_536, PACKED.length])('the text comes back from parts of %i bytes', async (size) => {
  const seen: Seen = { pieces: 0, ended: 0 };
  const text = await collect(inflateElsewhere(() => inflaterHere(seen))(partsOf(PACKED, size)));
  expect(Buffer.compare(text, TEXT)).toBe(0);
  expect(seen).toEqual({ pieces: 4, ended: 1 });
});

test('what is nothing but a header and its end is no text', async () => {
  const seen: Seen = { pieces: 0, ended: 0 };
  const empty = new Uint8Array(gzipSync(''));
  expect((await collect(inflateElsewhere(() => inflaterHere(seen))(partsOf(empty, 5)))).length).toBe(0);
});

test.each([
  ['damaged', PACKED.map((byte, at) => (at === 1000 ? byte ^ 255 : byte))],
  ['cut short', PACKED.subarray(0, PACKED.length - 9)],
  ['followed by something else', new Uint8Array([...PACKED, 1, 2, 3])],
])('bytes that are %s are an error, and the worker is ended', async (_, bytes) => {
  const seen: Seen = { pieces: 0, ended: 0 };
  const reading = readMatrixMarket(partsOf(bytes, 50_000), { inflate: inflateElsewhere(() => inflaterHere(seen)) });
  await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^MMIO\./u) });
  await expect(
    collect(inflateElsewhere(() => inflaterHere({ ...seen, ended: 0 }))(partsOf(bytes, 50_000))),
  ).rejects.toThrow(Error);
  expect(seen.ended).toBe(1);
});

test('no more is unpacked ahead than there is room for', async () => {
  const seen: Seen = { pieces: 0, ended: 0 };
  const bomb = new Uint8Array(gzipSync(new Uint8Array(100 * PIECE)));
  const pieces = inflateElsewhere(() => inflaterHere(seen))(partsOf(bomb, 1 << 16))[Symbol.asyncIterator]();
  await pieces.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen.pieces).toBe(PIECES + 1);
  await pieces.return?.();
  expect(seen.ended).toBe(1);
});

test('an error of the source is thrown as it is', async () => {
  const seen: Seen = { pieces: 0, ended: 0 };
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield PACKED.subarray(0, 100_000);
    throw new RangeError('the disk is gone');
  }
  const inflate = inflateElsewhere(() => inflaterHere(seen));
  await expect(collect(inflate(failing()))).rejects.toThrow(new RangeError('the disk is gone'));
  expect(seen.ended).toBe(1);
});

test('a worker that does not start is no fault of the bytes', async () => {
  const open = (): Inflater => ({
    listen: ({ error }) => void setTimeout(() => error({ message: 'not found' }), 5),
    send: () => {},
    end: () => {},
  });
  const reading = readMatrixMarket(partsOf(PACKED, 65_536), { inflate: inflateElsewhere(open) });
  expect(problemOf(await reading.catch((error: unknown) => error))).toMatchObject({
    code: 'PAGE.WORKER_LOST',
    message: expect.stringContaining('not found'),
  });
});
