import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { npyArray, readSciPyNpz, sciPyEntries, writeNpy, writeSciPyNpz } from '../src/index.ts';
import { writeZip } from '../src/zip/write-zip.ts';
import { portableCrc32, platformCrc32 } from '../src/zip/crc32.ts';
import { foldedCrc32 } from '../src/zip/folded-crc32.ts';
import { archiveOf, directoryPlaces, membersOf, patched, SMALL, small } from '../tools/archives.ts';
import { fromBase64, joined } from '../tools/bytes.ts';
import { rejectionOf } from './helpers.ts';
import { createRandom } from '@spmv/testkit';

const ENCRYPTED = 0x0001;
const [FLAGS, METHOD, CRC, PACKED, SIZE, PLACE] = [8, 10, 16, 20, 24, 42];

async function npy(...array: Parameters<typeof npyArray>): Promise<Uint8Array> {
  return joined(writeNpy(npyArray(...array)));
}

describe('archives that lie', () => {
  it.each<readonly [name: string, change: (archive: Uint8Array) => Uint8Array, code: string]>([
    ['nothing', () => new Uint8Array(0), 'FILE.FORMAT'],
    ['a cut end', (archive) => archive.subarray(0, -1), 'FILE.ARCHIVE'],
    ['half of it', (archive) => archive.subarray(0, archive.length >> 1), 'FILE.ARCHIVE'],
    ['something before it', (archive) => Uint8Array.of(0, ...archive), 'FILE.FORMAT'],
    ['something behind it', (archive) => Uint8Array.of(...archive, 0), 'FILE.ARCHIVE'],
    ['an encrypted member', (archive) => patched(archive, 0, [FLAGS, 2, ENCRYPTED]), 'FILE.UNSUPPORTED'],
    ['a method of 1989', (archive) => patched(archive, 0, [METHOD, 2, 6]), 'FILE.UNSUPPORTED'],
    ['a stored member of two sizes', (archive) => patched(archive, 0, [SIZE, 4, 7]), 'FILE.ARCHIVE'],
    [
      'a stored member longer than the file',
      (archive) => patched(archive, 0, [SIZE, 4, 1e9], [PACKED, 4, 1e9]),
      'FILE.ARCHIVE',
    ],
    [
      'a member that reaches into the next',
      (archive) => patched(archive, 0, [SIZE, 4, 300], [PACKED, 4, 300]),
      'FILE.ARCHIVE',
    ],
    ['a member that is another', (archive) => patched(archive, 0, [PLACE, 4, 256]), 'FILE.ARCHIVE'],
    ['a member beyond the end', (archive) => patched(archive, 0, [PLACE, 4, 2 ** 31]), 'FILE.TRUNCATED'],
    ['another checksum', (archive) => patched(archive, 0, [CRC, 4, 1]), 'FILE.CHECKSUM'],
  ])('%s', async (_, change, code) => {
    const error = await rejectionOf(readSciPyNpz(change(await small())));
    expect([error.code, error.message]).toEqual([code, expect.any(String) as string]);
    expect(error.fix).not.toBe('');
  });

  it.each<readonly [name: string, change: (archive: Uint8Array) => Uint8Array, code: string]>([
    ['more text than the directory says', (archive) => patched(archive, 0, [SIZE, 4, 100]), 'FILE.ARCHIVE'],
    ['less text than the directory says', (archive) => patched(archive, 0, [SIZE, 4, 200]), 'FILE.ARCHIVE'],
    ['a bomb', (archive) => patched(archive, 0, [SIZE, 4, 2 ** 31]), 'FILE.LIMIT'],
    ['damaged deflate data', (archive) => archive.map((byte, at) => (at === 41 ? 7 : byte)), 'FILE.CHECKSUM'],
  ])('deflated: %s', async (_, change, code) => {
    const error = await rejectionOf(readSciPyNpz(change(await small('deflate'))));
    expect([error.code, error.message]).toEqual([code, expect.any(String) as string]);
    expect(error.fix).not.toBe('');
  });

  it('every cut is refused, and every byte of an array is checked', async () => {
    const archive = await small();
    for (let length = 0; length < archive.length; length++)
      expect((await rejectionOf(readSciPyNpz(archive.subarray(0, length)))).code).toMatch(/^FILE\./);
    const flipped = new Uint8Array(archive);
    // The last element of the last array, which nothing follows but the directory.
    const last = directoryPlaces(archive).records[0] as number;
    flipped[last - 1] = (flipped[last - 1] as number) ^ 1;
    expect((await rejectionOf(readSciPyNpz(flipped))).code).toBe('FILE.CHECKSUM');
    expect((await readSciPyNpz(flipped, { checksums: 'skip' })).format).toBe('csr');
  });

  it('refuses two members of one name, of which either could be meant', async () => {
    const members = Object.entries(await membersOf({})).map(([name, bytes]) => ({
      name: `${name}.npy`,
      parts: [bytes],
    }));
    const twice = await joined(writeZip([...members, ...members.slice(0, 1)], false));
    expect((await rejectionOf(readSciPyNpz(twice))).message).toContain('two members of this name');
  });

  it('refuses a directory that says more members than it has, or more than any matrix', async () => {
    const archive = await small();
    const { end } = directoryPlaces(archive);
    const counts: readonly (readonly [number, string])[] = [
      [6, 'FILE.ARCHIVE'],
      [10_001, 'FILE.LIMIT'],
    ];
    for (const [members, code] of counts) {
      const copy = new Uint8Array(archive);
      new DataView(copy.buffer).setUint16(end + 10, members, true);
      expect((await rejectionOf(readSciPyNpz(copy))).code).toBe(code);
    }
  });

  it('refuses members that unfold beyond the limit of the caller', async () => {
    const bytes = await small('deflate');
    expect((await rejectionOf(readSciPyNpz(bytes, { limits: { bytes: 100 } }))).code).toBe('FILE.LIMIT');
  });
});

describe('archives that others write', () => {
  it('reads sizes that stand behind the data', async () => {
    const { streamed } = JSON.parse(readFileSync(new URL('../fixtures/scipy.json', import.meta.url), 'utf8')) as {
      readonly streamed: string;
    };
    expect([...sciPyEntries(await readSciPyNpz(fromBase64(streamed))).values]).toEqual([2, 2, 2]);
  });

  it('reads an end record in 64 bits', async () => {
    const archive = await small();
    const { records, end } = directoryPlaces(archive);
    const large = new Uint8Array(76);
    const view = new DataView(large.buffer);
    view.setUint32(0, 0x06064b50, true);
    view.setBigUint64(32, BigInt(records.length), true);
    view.setBigUint64(40, BigInt(end - (records[0] as number)), true);
    view.setBigUint64(48, BigInt(records[0] as number), true);
    view.setUint32(56, 0x07064b50, true);
    view.setBigUint64(64, BigInt(end), true);
    const tail = archive.slice(end);
    tail.fill(0xff, 8, 20);
    const whole = Uint8Array.of(...archive.subarray(0, end), ...large, ...tail);
    expect([...sciPyEntries(await readSciPyNpz(whole)).values]).toEqual([1, 2, 3]);
    view.setBigUint64(64, 2n ** 62n, true);
    const lost = Uint8Array.of(...archive.subarray(0, end), ...large, ...tail);
    expect((await rejectionOf(readSciPyNpz(lost))).code).toBe('FILE.TRUNCATED');
  });

  it('checksums are the same with the platform and without', () => {
    const bytes = Uint8Array.from({ length: 1003 }, (_, k) => (k * 131) & 255);
    for (const length of [0, 1, 7, 8, 9, 1003]) {
      const part = bytes.subarray(0, length);
      expect(portableCrc32()(part, 17)).toBe(platformCrc32()(part, 17));
    }
    expect(portableCrc32()(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('folded checksums equal plain ones, whole, in pieces and from any place', () => {
    const random = createRandom(31);
    const bytes = Uint8Array.from({ length: 200_000 }, () => random.integer(256));
    const [plain, folded] = [portableCrc32(), foldedCrc32(portableCrc32())];
    for (const length of [16_383, 16_384, 16_447, 32_768, 35_774, 35_775, 65_537, 199_999]) {
      const part = bytes.subarray(random.integer(1 + bytes.length - length)).subarray(0, length);
      const cut = random.integer(length);
      expect(folded(part), `${length}`).toBe(plain(part));
      expect(folded(part.subarray(cut), folded(part.subarray(0, cut))), `${length} cut at ${cut}`).toBe(plain(part));
    }
    const changed = bytes.slice();
    changed[100_000] = (changed[100_000] as number) ^ 1;
    expect(folded(changed)).not.toBe(folded(bytes));
  });

  it('checksums are made without WebAssembly where a page forbids it', () => {
    const bytes = new Uint8Array(1 << 16).fill(7);
    vi.stubGlobal('WebAssembly', {
      Module: function forbidden() {
        throw new Error('blocked by the content security policy');
      },
    });
    try {
      expect(foldedCrc32(portableCrc32())(bytes)).toBe(portableCrc32()(bytes));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('the module is what assembly/ compiles to', () => {
    const tool = new URL('../tools/build-wasm.ts', import.meta.url).pathname;
    expect(() => execFileSync(process.execPath, [tool, '--check'], { stdio: 'pipe' })).not.toThrow();
  }, 60_000);
});

describe('arrays that contradict each other', () => {
  const i4 = (...numbers: number[]): Promise<Uint8Array> => npy('i4', [numbers.length], Int32Array.from(numbers));
  it.each<
    readonly [name: string, changes: () => Promise<Readonly<Record<string, Uint8Array | undefined>>>, code: string]
  >([
    ['no data', async () => ({ data: undefined }), 'FILE.FORMAT'],
    ['no format', async () => ({ format: undefined }), 'FILE.FORMAT'],
    [
      'an unknown format',
      async () => ({ format: await npy('S3', [], new TextEncoder().encode('lil')) }),
      'FILE.UNSUPPORTED',
    ],
    [
      'a format of an object',
      async () => ({ format: await npy('S11', [], new TextEncoder().encode('constructor')) }),
      'FILE.UNSUPPORTED',
    ],
    ['a format that is a number', async () => ({ format: await i4(1) }), 'FILE.UNSUPPORTED'],
    ['a column beyond the last', async () => ({ indices: await i4(0, 3, 1) }), 'FILE.INDEX'],
    ['a negative column', async () => ({ indices: await i4(0, -1, 1) }), 'FILE.INDEX'],
    [
      'columns that are no integers',
      async () => ({ indices: await npy('f8', [3], Float64Array.of(0, 1, 2)) }),
      'FILE.FORMAT',
    ],
    ['positions that fall', async () => ({ indptr: await i4(0, 2, 1) }), 'FILE.FORMAT'],
    ['positions that do not begin at 0', async () => ({ indptr: await i4(1, 2, 3) }), 'FILE.FORMAT'],
    ['positions beyond the data', async () => ({ indptr: await i4(0, 2, 4) }), 'FILE.FORMAT'],
    ['positions of another number of rows', async () => ({ indptr: await i4(0, 3) }), 'FILE.FORMAT'],
    ['fewer columns than values', async () => ({ indices: await i4(0, 2) }), 'FILE.FORMAT'],
    ['three dimensions', async () => ({ shape: await i4(2, 3, 4) }), 'FILE.UNSUPPORTED'],
    ['a negative shape', async () => ({ shape: await i4(2, -3) }), 'FILE.FORMAT'],
    [
      'rows beyond 31 bits',
      async () => ({ shape: await npy('i8', [2], BigInt64Array.of(2n ** 40n, 3n)) }),
      'FILE.LIMIT',
    ],
    [
      'values that are text',
      async () => ({ data: await npy('S1', [3], Uint8Array.of(49, 50, 51)) }),
      'FILE.UNSUPPORTED',
    ],
    ['values in a table', async () => ({ data: await npy('f8', [3, 1], Float64Array.of(1, 2, 3)) }), 'FILE.FORMAT'],
  ])('%s', async (_, changes, code) => {
    const bytes = await archiveOf(await membersOf(await changes()));
    const error = await rejectionOf(readSciPyNpz(bytes).then(sciPyEntries));
    expect([error.code, error.message]).toEqual([code, expect.any(String) as string]);
  });

  it('are not written either', () => {
    expect(() => writeSciPyNpz({ ...SMALL, shape: { rows: 2, cols: 2 } })).toThrow(/indices: element 1 is 2/);
    expect(() => writeSciPyNpz({ ...SMALL, arrays: {} })).toThrow(/needs the array/);
  });
});
