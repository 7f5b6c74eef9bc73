import { lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { SpmvError } from '@spmv/core';
import { npyArray, writeSciPyNpz } from '@spmv/interchange';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMatrix } from 'spmv';
import { eye, save } from 'spmv/build';
import * as ofPages from '../src/build/index.ts';

const text = '%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 4\n2 1 -1\n2 2 4\n3 3 4\n';
const folder = mkdtempSync(join(tmpdir(), 'spmv-open-'));
const plain = join(folder, 'a.mtx');
const packed = join(folder, 'a.mtx.gz');
const npz = join(folder, 'a.npz');
const server = createServer((request, response) => {
  if (request.url === '/a.mtx.gz') response.end(gzipSync(text));
  else response.writeHead(404).end();
});
let address = '';

beforeAll(async () => {
  writeFileSync(plain, text);
  writeFileSync(packed, gzipSync(text));
  const chunks: Uint8Array[] = [];
  const written = writeSciPyNpz({
    format: 'csr',
    shape: { rows: 3, cols: 3 },
    isArray: false,
    arrays: {
      indptr: npyArray('i4', [4], Int32Array.of(0, 2, 4, 5)),
      indices: npyArray('i4', [5], Int32Array.of(0, 1, 0, 1, 2)),
      data: npyArray('f8', [5], Float64Array.of(4, -1, -1, 4, 4)),
    },
  });
  for await (const chunk of written) chunks.push(chunk);
  writeFileSync(npz, Buffer.concat(chunks));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it.each([
  ['a path', () => plain],
  ['a packed file', () => packed],
  ['a file of SciPy', () => npz],
  ['an address of a file', () => pathToFileURL(npz)],
  ['an address', () => `${address}/a.mtx.gz`],
  ['an answer', () => fetch(`${address}/a.mtx.gz`)],
  ['an answer that a program made itself', () => new Response(text)],
  ['bytes', () => new TextEncoder().encode(text)],
  ['a blob', () => new Blob([text])],
  ['a stream', () => new Blob([text]).stream()],
] as const)('opens %s, with the mirror images of what is symmetric', async (_, source) => {
  await using A = await openMatrix(await source(), { backend: 'serial' });
  expect([A.nnz, A.multiplySync([1, 2, 3])]).toEqual([5, Float64Array.of(2, 7, 12)]);
});

/** [2 0; 3 4] in Harwell–Boeing. */
const BOEING = [
  'Two by two'.padEnd(72) + 'KEY'.padEnd(8),
  '             3             1             1             1',
  `RUA${' '.repeat(11)}             2             2             3             0`,
  '(8I10)          (8I10)          (3E26.18)           ',
  '         1         3         4',
  '         1         2         2',
  '2.0 3.0 4.0',
  '',
].join('\n');

/** An archive of one file. */
function tarOf(name: string, body: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write(body.length.toString(8).padStart(11, '0'), 124);
  header.write('        0', 148);
  header.write('ustar', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(sum.toString(8).padStart(6, '0'), 148);
  return Buffer.concat([header, Buffer.from(body), Buffer.alloc(1024 + 511 - ((body.length + 511) % 512))]);
}

it.each([
  ['a.rua', () => BOEING],
  ['a.rua.gz', () => gzipSync(BOEING)],
  ['b.tar.gz', () => gzipSync(tarOf('b/b.rb', BOEING))],
  ['c.npz.gz', () => gzipSync(readFileSync(npz))],
  ['c.mtx', () => readFileSync(npz)],
])('opens %s by its path and from a file of that name', async (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, content());
  for (const source of [path, new File([readFileSync(path)], name)]) {
    await using A = await openMatrix(source, { backend: 'serial' });
    expect(A.multiplySync(Array.from<number>({ length: A.shape.cols }).fill(1))).toEqual(
      A.shape.cols === 2 ? Float64Array.of(2, 7) : Float64Array.of(3, 3, 4),
    );
  }
});

it('tells in its plan what is odd about a file', async () => {
  const path = join(folder, 'odd.mtx');
  writeFileSync(path, text.replace('%%', '%'));
  for (const source of [path, new Blob([readFileSync(path)])]) {
    await using A = await openMatrix(source, { backend: 'serial' });
    expect(A.plan.warnings).toEqual([expect.stringMatching(/^Line 1: .*one % before MatrixMarket/u)]);
    await using B = A.scale(2);
    await B.multiply(new Float64Array(B.shape.cols));
    expect(B.plan?.warnings).toEqual([]);
  }
  await using C = await openMatrix(plain, { backend: 'serial' });
  expect(C.plan.warnings).toEqual([]);
});

it.each(['a.mtx', 'a.mtx.gz', 'a.npz', 'a.bsp.npz'])('saves a matrix as %s, which opens again', async (name) => {
  await using A = await openMatrix(plain, { backend: 'serial' });
  const path = join(folder, `saved-${name}`);
  await A.T.save(path);
  await using B = await openMatrix(path, { shareBackendsWith: A });
  expect(B.toDense()).toEqual(A.T.toDense());
});

it('writes through links, keeps permissions, and refuses names of no file', async () => {
  const [path, link] = [join(folder, 'mine.mtx'), join(folder, 'link.mtx')];
  writeFileSync(path, 'old', { mode: 0o640 });
  symlinkSync(path, link);
  await save(link, eye(2));
  expect([lstatSync(link).isSymbolicLink(), lstatSync(path).mode & 0o777]).toEqual([true, 0o640]);
  expect(readFileSync(path, 'utf8')).toContain('2 2 2');
  for (const name of ['a\0b.mtx', new URL('http://x/a.mtx')])
    await expect(save(name, eye(2))).rejects.toMatchObject({ code: 'FILE.WRITE' });
});

it('saves what was put together, and says on a page that it has no files', async () => {
  const path = join(folder, 'built.npz');
  await save(path, eye(3));
  await using A = await openMatrix(path, { backend: 'serial' });
  expect(A.diagonal()).toEqual(Float64Array.of(1, 1, 1));
  await expect(ofPages.save(path, eye(3))).rejects.toMatchObject({ code: 'FILE.UNSUPPORTED' });
});

it.each([
  ['a.txt', 'FILE.UNSUPPORTED', 'End the name in .mtx'],
  ['none/a.mtx', 'FILE.WRITE', 'a folder that is there'],
])('refuses to save a matrix as %s', async (name, code, fix) => {
  await using A = await openMatrix(plain, { backend: 'serial' });
  await expect(A.save(join(folder, name))).rejects.toMatchObject({ code, fix: expect.stringContaining(fix) });
});

it.each([
  ['Matrix Market', () => plain],
  ['SciPy', () => npz],
])('refuses a part of a file of %s, which has none', async (_, path) => {
  for (const source of [path(), new File([readFileSync(path())], 'a')])
    await expect(openMatrix(source, { backend: 'serial', part: 'rhs' })).rejects.toMatchObject({
      code: 'FILE.UNSUPPORTED',
      message: expect.stringContaining("none is called 'rhs'"),
    });
});

it('says how a part is named where one is written after the name of a file, and reads none without it', async () => {
  const fix = (name: string): object => ({
    fix: `A part is an option: openMatrix('${name}', { part: 'layers/counts' }).`,
  });
  await expect(openMatrix(`${npz}#layers/counts`)).rejects.toMatchObject({ code: 'FILE.READ', ...fix(npz) });
  for (const given of [`${address}/a.mtx.gz`, pathToFileURL(npz).href])
    for (const source of [`${given}#layers/counts`, new URL(`${given}#layers/counts`)])
      await expect(openMatrix(source)).rejects.toMatchObject({ code: 'FILE.UNSUPPORTED', ...fix(given) });
});

it.each([
  ['cut.npz', () => readFileSync(npz).subarray(0, 300), /^FILE\./u],
  ['cut.npz.gz', () => gzipSync(readFileSync(npz).subarray(0, 300)), /^FILE\./u],
  ['wrong.tar.gz', () => gzipSync(tarOf('wrong/wrong.rb', BOEING.slice(0, 200))), /^FILE\./u],
  ['wrong.mtx', () => text.replace('2 1', '9 1'), /^MMIO\./u],
])('names the file in what is wrong with it, once: %s', async (name, content, code) => {
  const path = join(folder, name);
  writeFileSync(path, content());
  for (const source of [path, new File([readFileSync(path)], name)]) {
    const expected = typeof source === 'string' ? path : name;
    const { message, ...error } = (await openMatrix(source, { backend: 'serial' }).catch(
      (e: unknown) => e,
    )) as SpmvError;
    expect(error).toMatchObject({ code: expect.stringMatching(code), details: { name: expected } });
    expect([message.startsWith(`${expected}: `), message.split(name).length]).toEqual([true, 2]);
  }
});

it.each([
  ['m.tar.gz', 'm/m.mtx', () => text],
  ['b.tar.gz', 'b/b.rb', () => BOEING],
])('refuses an archive that is cut after the matrix: %s', async (name, member, content) => {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(tarOf(member, content()).subarray(0, -1024)));
  for (const source of [path, new File([readFileSync(path)], name)])
    await expect(openMatrix(source, { backend: 'serial' })).rejects.toMatchObject({
      code: 'MMIO.ARCHIVE',
      message: expect.stringMatching(/\.tar\.gz: The archive .*refused/u),
    });
});

it('reads HDF5 with a library that says what is wrong with a file', async () => {
  const hdf5 = Buffer.concat([Buffer.from('\u0089HDF\r\n\u001a\n', 'latin1'), Buffer.alloc(600)]);
  await expect(openMatrix(new File([hdf5], 'a.h5ad'), { backend: 'serial' })).rejects.toMatchObject({
    code: 'FILE.FORMAT',
    message: expect.stringMatching(/^a\.h5ad: The library of HDF5 does not read the file: ./u),
  });
});

it('says what an address answers instead of a file', async () => {
  await expect(openMatrix(`${address}/b.mtx`, { backend: 'serial' })).rejects.toMatchObject({
    code: 'FILE.FETCH',
    message: expect.stringContaining('404'),
  });
});

it.each([
  ['a path where nothing is', 'none.mtx', 'FILE.READ', /none\.mtx cannot be read: there is no such file\./u],
  ['a folder', '.', 'FILE.READ', /cannot be read: it is a folder\./u],
  ['a server that does not answer', 'http://127.0.0.1:9/a.mtx', 'FILE.FETCH', /could not be fetched: /u],
])('says what to do of %s', async (_, source, code, message) => {
  await expect(openMatrix(source, { backend: 'serial' })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
    fix: expect.stringMatching(/\.$/u),
  });
});

it('of an answer that is none, without an address, says that it was given', async () => {
  await expect(openMatrix(new Response(text, { status: 500 }), { backend: 'serial' })).rejects.toMatchObject({
    code: 'FILE.FETCH',
    message: 'The given response answers with 500, not with a file.',
  });
});

it('says where a text is wrong', async () => {
  const wrong = new TextEncoder().encode('%%MatrixMarket matrix coordinate real general\n1 1 1\n1 2 3\n');
  await expect(openMatrix(wrong, { backend: 'serial' })).rejects.toMatchObject({
    code: expect.stringMatching(/^MMIO\./u),
  });
});

it.each([
  ['a stream', () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })],
  ['an answer', () => new Response(new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) }))],
  ['a Node stream', () => new Readable({ read() {} })],
])('stops reading %s that does not answer', async (_, source) => {
  const controller = new AbortController();
  const opening = openMatrix(source(), { backend: 'serial', signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 5);
  await expect(opening).rejects.toThrow('enough');
});

it('stops reading when it is told to', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(openMatrix(plain, { backend: 'serial', signal })).rejects.toThrow('enough');
});

it('what a file has besides the matrix is given back at once, not when it is collected', async () => {
  const general = '%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 4\n2 1 -1\n2 2 4\n3 3 4\n';
  const transfer = vi.spyOn(ArrayBuffer.prototype as { transfer(bytes?: number): ArrayBuffer }, 'transfer');
  try {
    for (const [file, given] of [
      // Row numbers of four entries; of half of a symmetric matrix all that stood there.
      [general, [16]],
      [text, [16, 16, 32]],
    ] as const) {
      const bytes: number[] = [];
      transfer.mockImplementation(function (this: ArrayBuffer, length = this.byteLength) {
        if (length === 0 && this.byteLength > 0) bytes.push(this.byteLength);
        return structuredClone(new ArrayBuffer(length), { transfer: [this] });
      });
      await using A = await openMatrix(new TextEncoder().encode(file), { backend: 'serial' });
      expect(bytes).toEqual(given);
      expect(await A.multiply([1, 2, 3])).toEqual(Float64Array.of(file === text ? 2 : 4, 7, 12));
    }
  } finally {
    transfer.mockRestore();
  }
});
