import { constants, crc32, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflatePlatform, inflateWeb } from '../src/source/inflate.ts';
import { createInflater } from '../src/wasm/inflater.ts';
import { seeded } from './helpers.ts';

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let p = 0; p < bytes.length; p += size) yield bytes.subarray(p, p + size);
}

interface Outcome {
  readonly text: Buffer;
  readonly error?: unknown;
}

/** The text that came, also before an error. */
async function inflated(packed: Uint8Array, size = packed.length || 1, inflate = inflateWeb): Promise<Outcome> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of inflate(piecesOf(packed, size))) parts.push(part.slice());
    return { text: Buffer.concat(parts) };
  } catch (error) {
    return { text: Buffer.concat(parts), error };
  }
}

function bytesOf(length: number, byte: (k: number) => number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, k) => byte(k)));
}

/** Each of 24 bytes so often that the rarest have codes of 15 bits. */
function steep(): Buffer {
  const parts: Buffer[] = [];
  let [often, next] = [1, 1];
  for (let byte = 65; byte < 89; byte++) {
    parts.push(Buffer.alloc(often, byte));
    [often, next] = [next, often + next];
  }
  const all = Buffer.concat(parts);
  const any = seeded(5);
  for (let k = all.length - 1; k > 0; k--) {
    const other = Math.floor(any() * (k + 1));
    [all[k], all[other]] = [all[other] as number, all[k] as number];
  }
  return all;
}

const any = seeded(1);
const TEXTS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('a'),
  'lines of numbers': Buffer.from(
    Array.from({ length: 20_000 }, (_, k) => `${k} ${Math.floor(any() * 1e6)} ${any() - 0.5}\n`).join(''),
  ),
  'bytes by chance': bytesOf(400_000, () => Math.floor(any() * 256)),
  'one byte again and again': Buffer.alloc(700_000, 49),
  'periods of 2 to 40 bytes': Buffer.concat(
    Array.from({ length: 39 }, (_, k) =>
      Buffer.alloc(
        9000,
        bytesOf(k + 2, () => Math.floor(any() * 256)),
      ),
    ),
  ),
  'matches from 32,768 bytes before': Buffer.concat(Array(20).fill(bytesOf(32_768, () => Math.floor(any() * 256)))),
  'bytes of very different frequency': steep(),
};

const WAYS: Readonly<Record<string, ZlibOptions>> = {
  stored: { level: 0 },
  fast: { level: 1 },
  usual: { level: 6 },
  best: { level: 9 },
  'fixed codes': { strategy: constants.Z_FIXED },
  'literals alone': { strategy: constants.Z_HUFFMAN_ONLY },
  runs: { strategy: constants.Z_RLE },
  'a small window and small blocks': { windowBits: 9, memLevel: 1 },
};

describe('inflating gzip', () => {
  it('is done by WebAssembly here', () => expect(createInflater()).toBeDefined());

  it.each(Object.keys(TEXTS))('gives %s back, packed in any way and cut anywhere', async (name) => {
    const text = TEXTS[name] as Buffer;
    for (const [way, options] of Object.entries(WAYS)) {
      const packed = gzipSync(text, options);
      for (const size of [packed.length, 0x20000, 65_537, 1000, ...(packed.length < 1e5 ? [1, 19] : [])]) {
        const outcome = await inflated(packed, size);
        expect(outcome.error, `${way}, ${size}`).toBeUndefined();
        expect(outcome.text.equals(text), `${way}, ${size}`).toBe(true);
      }
    }
  });

  it('gives as much of a file that is cut as there is, and says that it is', async () => {
    const text = (TEXTS['lines of numbers'] as Buffer).subarray(0, 1000);
    for (const options of [{ level: 0 }, { level: 6 }, { strategy: constants.Z_FIXED }]) {
      const packed = gzipSync(text, options);
      for (let length = 0; length < packed.length; length++) {
        const cut = packed.subarray(0, length);
        const { text: found, error } = await inflated(cut);
        expect(error, String(length)).toMatchObject({ message: expect.stringMatching(/ends/) });
        const wanted = length < 10 ? '' : gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
        expect(found.toString(), String(length)).toBe(wanted.toString());
      }
    }
  });

  it('refuses what zlib refuses, and reads the same of what is left', async () => {
    const byte = seeded(2);
    let [read, refused] = [0, 0];
    for (let round = 0; round < 1500; round++) {
      const text = (TEXTS['lines of numbers'] as Buffer).subarray(round, round + 40 + Math.floor(byte() * 4000));
      const packed = gzipSync(text, Object.values(WAYS)[round % 8]);
      // In blocks more than in what is around them; the first 40 bytes describe codes.
      const flips = 1 + Math.floor(byte() * 3);
      for (let k = 0; k < flips; k++) {
        const at = Math.floor(byte() * (round % 3 === 0 ? packed.length : Math.min(60, packed.length)));
        packed[at] = Math.floor(byte() * 256);
      }
      let wanted: Buffer | undefined;
      try {
        wanted = gunzipSync(packed);
      } catch {
        wanted = undefined;
      }
      const { text: found, error } = await inflated(packed, round % 2 === 0 ? packed.length : 50);
      expect(error === undefined, `round ${round}: ${String(error)}`).toBe(wanted !== undefined);
      if (wanted === undefined) refused++;
      else read++;
      if (wanted !== undefined) expect(found.equals(wanted)).toBe(true);
    }
    expect(read).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(500);
  });

  it('passes over all that a header may hold, and checks its checksum', async () => {
    const plain = gzipSync('1 2 3\n');
    const begin = Buffer.from([0x1f, 0x8b, 8, 2 + 4 + 8 + 16, 1, 2, 3, 4, 0, 255, 3, 0, 7, 8, 9]);
    const names = Buffer.concat([begin, Buffer.from('a name\0a comment\0')]);
    const sum = crc32(names) & 0xffff;
    const packed = Buffer.concat([names, Buffer.from([sum & 255, sum >> 8]), plain.subarray(10)]);
    for (const size of [1, 16, packed.length]) expect((await inflated(packed, size)).text.toString()).toBe('1 2 3\n');
    packed[names.length] = (packed[names.length] as number) ^ 1;
    expect((await inflated(packed)).error).toMatchObject({ message: 'the checksum of its header is wrong' });
    const reserved = Buffer.from(plain);
    reserved[3] = 0x20;
    expect((await inflated(reserved)).error).toMatchObject({ message: 'its header has flags that there are not' });
  });

  it.each([
    ['the checksum is wrong', -8],
    ['the length at the end is wrong', -4],
  ])('says that %s', async (message, at) => {
    const packed = gzipSync('1 2 3\n');
    const place = packed.length + at;
    packed[place] = (packed[place] as number) ^ 1;
    expect((await inflated(packed)).error).toMatchObject({ message });
  });

  // Bits in the order in which they are read: of the last block, its kind, and what is in it.
  it.each([
    ['a block is of no kind that there is', '1 11'],
    ['the length of a stored block contradicts itself', '1 00 00000 1000000000000000 1111111111111111'],
    ['the codes of a block are none', '1 01 01111 00000 0000'],
    ['a symbol is none', '1 10 11000110'],
    ['a distance leads to before the text', '1 10 10010001 0000001 00001'],
    ['a distance leads to before the text', '1 10 10010001 0000001 11110'],
  ])('says that %s: %s', async (message, bits) => {
    const read = bits.replaceAll(' ', '');
    const bytes = read.match(/.{1,8}/g)?.map((each) => Number.parseInt(each.split('').toReversed().join(''), 2)) ?? [];
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...bytes, ...Array(20).fill(0)]);
    expect((await inflated(packed)).error).toMatchObject({ message });
    expect(() => gunzipSync(packed)).toThrow(/invalid|too many/);
  });

  it('refuses what follows the member, in whatever pieces it comes', async () => {
    const packed = Buffer.concat([gzipSync('1 2 3\n'), Buffer.from('more')]);
    for (const size of [1, 7, packed.length])
      expect((await inflated(packed, size)).error).toMatchObject({ message: 'something follows it' });
  });

  it('is done by the platform where there is no WebAssembly', async () => {
    const packed = gzipSync(TEXTS['lines of numbers'] as Buffer);
    expect((await inflated(packed, 1000, inflatePlatform)).text.equals(TEXTS['lines of numbers'] as Buffer)).toBe(true);
    const cut = packed.subarray(0, 5000);
    expect((await inflated(cut, 1000, inflatePlatform)).error).toBeDefined();
  });
});
