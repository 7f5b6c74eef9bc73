import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseMatrixMarket, readMatrixMarket, readMatrixMarketHeader } from '../src/index.ts';
import { inflateNode } from '../src/node/inflate-node.ts';
import { inflateGuarded, inflateWeb } from '../src/source/inflate.ts';
import { encode, rejectionOf } from './helpers.ts';
import { tar, tarMember } from './tar-archive.ts';

const TEXT = '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.5\n2 2 -3\n';
const WANTED = parseMatrixMarket(TEXT);

const VECTOR = '%%MatrixMarket matrix array real general\n2 1\n1\n2\n';
const ARCHIVE = tar(
  tarMember('g/', new Uint8Array(0), '5'),
  tarMember('g/g_b.mtx', encode(VECTOR)),
  tarMember('g/g.mtx', encode(TEXT)),
  tarMember('g/README.txt', encode('hello')),
);

describe('sources', () => {
  it('Node streams, of bytes and of text', async () => {
    expect(await readMatrixMarket(Readable.from([encode(TEXT)]))).toEqual(WANTED);
    expect(await readMatrixMarket(Readable.from([TEXT.slice(0, 50), TEXT.slice(50)]))).toEqual(WANTED);
  });

  it('reads gzip in one member and in several, by either inflater', async () => {
    const one = gzipSync(encode(TEXT));
    const several = Uint8Array.from(
      [TEXT.slice(0, 30), TEXT.slice(30), ''].flatMap((part) => [...gzipSync(encode(part))]),
    );
    const inflated = async (inflate: typeof inflateWeb, packed: Uint8Array): Promise<string> => {
      async function* bytes(): AsyncGenerator<Uint8Array> {
        for (const byte of packed) yield Uint8Array.of(byte);
      }
      const text: number[] = [];
      for await (const piece of inflate(bytes())) text.push(...piece);
      return new TextDecoder().decode(Uint8Array.from(text));
    };
    expect(await inflated(inflateWeb, one)).toBe(TEXT);
    expect(await inflated(inflateNode, one)).toBe(TEXT);
    expect(await inflated(inflateNode, several)).toBe(TEXT);
    expect(await inflated(inflateWeb, several)).toBe(TEXT);
    expect(await readMatrixMarket(several)).toEqual(WANTED);
    for (const after of [several.subarray(0, 15), Uint8Array.of(0x1f, 0, 0)])
      expect((await rejectionOf(readMatrixMarket([several, after]))).code).toBe('MMIO.GZIP');
  });

  it('reads a SuiteSparse archive with its companions', async () => {
    for (const archive of [ARCHIVE, gzipSync(ARCHIVE)]) {
      expect(await readMatrixMarket(archive)).toEqual({ ...WANTED, companions: ['g/g_b.mtx'] });
      expect((await readMatrixMarket(archive, { member: 'g_b' })).header).toMatchObject({ format: 'array', rows: 2 });
      expect(await readMatrixMarketHeader(archive)).toMatchObject({ rows: 2, storedEntries: 2 });
      const error = await rejectionOf(readMatrixMarket(archive, { member: 'other' }));
      const alone = await rejectionOf(
        readMatrixMarket('%%MatrixMarket matrix coordinate real general\n1 1 0\n', { member: 'g' }),
      );
      expect(alone.message).toContain('no archive');
      expect([error.code, error.details['members']]).toEqual(['MMIO.ARCHIVE', ['g/g_b.mtx', 'g/g.mtx']]);
    }
  });

  it('refuses archives that are damaged or hold no matrix of their name', async () => {
    const damaged = ARCHIVE.slice();
    damaged[600] = 1;
    damaged[512 + 3] = 1;
    const bad = [
      damaged,
      ARCHIVE.subarray(0, 1700),
      tar(tarMember('../g.mtx', encode(TEXT))),
      tar(tarMember('/etc/g.mtx', encode(TEXT))),
      tar(tarMember('a/b.txt', encode(TEXT))),
    ];
    for (const archive of bad) expect((await rejectionOf(readMatrixMarket(archive))).code).toBe('MMIO.ARCHIVE');
  });

  it('refuses what is no source', async () => {
    for (const source of [7, null, {}, [1, 2]])
      expect((await rejectionOf(readMatrixMarket(source as never))).code).toBe('MMIO.SOURCE');
  });

  it('passes on what goes wrong in a stream, and closes it', async () => {
    let closed = false;
    async function* failing(): AsyncGenerator<Uint8Array> {
      try {
        yield encode(TEXT.slice(0, 60));
        throw new Error('the line is dead');
      } finally {
        closed = true;
      }
    }
    await expect(readMatrixMarket(failing())).rejects.toThrow('the line is dead');
    expect(closed).toBe(true);
  });
});

describe('limits', () => {
  it('a gzip bomb stops at the limit', async () => {
    const bomb = gzipSync(`${TEXT.slice(0, 46)}%${' '.repeat(1 << 24)}`);
    const error = await rejectionOf(readMatrixMarket(bomb, { limits: { bytes: 1 << 20 } }));
    expect(error.code).toBe('MMIO.LIMIT');
    expect(error.details['bytes']).toBeLessThan(1 << 21);
  });

  it('a bomb stops by itself when it unfolds out of proportion', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1 << 24);
    }
    const read = async (): Promise<void> => {
      for await (const chunk of inflateGuarded((async function* () {})(), endless, undefined))
        expect(chunk.length).toBeGreaterThan(0);
    };
    expect((await rejectionOf(read())).code).toBe('MMIO.LIMIT');
  });

  it('a header that promises too much takes no memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(() =>
      parseMatrixMarket('%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 2000000000\n'),
    ).toThrow('after 0 of the 2000000000');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 23);
  });

  it('comments may be longer than data lines', async () => {
    const long = TEXT.replace('\n', `\n%${'x'.repeat(3_000_000)}\n`).replace(
      '2 2 2\n',
      `2 2 2\n  %${'y'.repeat(3_000_000)}\n`,
    );
    const file = await readMatrixMarket(long);
    expect([...file.values]).toEqual([1.5, -3]);
    const bytes = encode(long);
    async function* small(): AsyncGenerator<Uint8Array> {
      for (let p = 0; p < bytes.length; p += 60_000) yield bytes.subarray(p, p + 60_000);
    }
    expect((await readMatrixMarket(small())).lines).toEqual(file.lines);
  });
});

describe('signal and progress', () => {
  const ended: number[] = [];
  const never = new Promise<never>(() => {});
  const end = (): Promise<never> => {
    ended.push(1);
    return never;
  };
  const silent = { getReader: () => ({ read: () => never, cancel: end }) };
  const silentIterator = { next: () => never, return: end };

  it('rejects with the reason of the signal', async () => {
    const reason = new Error('enough');
    await expect(readMatrixMarket(TEXT, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield encode(TEXT.slice(0, 50));
      controller.abort(reason);
      yield encode(TEXT.slice(50));
    }
    await expect(readMatrixMarket(slow(), { signal: controller.signal })).rejects.toBe(reason);
    expect((await rejectionOf(readMatrixMarket(TEXT, { signal: { aborted: true } }))).code).toBe('MMIO.ABORTED');
  });

  it.each([
    [
      'a stream',
      () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}), cancel: () => void ended.push(1) }),
    ],
    ['a stream that does not end either', () => silent],
    ['an iterable', () => ({ [Symbol.asyncIterator]: () => silentIterator })],
  ])('ends while %s does not answer, and tells it so', async (_, source) => {
    ended.length = 0;
    const controller = new AbortController();
    const reading = readMatrixMarket(source(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 5);
    await expect(reading).rejects.toThrow('enough');
    expect(ended).toEqual([1]);
  });

  it('reports bytes and entries', async () => {
    const seen: unknown[] = [];
    await readMatrixMarket(encode(TEXT), { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ bytes: TEXT.length, totalBytes: TEXT.length, entries: 2, totalEntries: 2 }]);
  });
});
