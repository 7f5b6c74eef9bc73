import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { KernelPrecision, WasmPass } from '@spmv/core';
import { createWasmLoader } from '../../src/runtime/load-wasm.ts';
import { loadJsFunction } from '../../src/runtime/load-js.ts';
import { fullUrl, readUrl, shortUrl } from '../../src/runtime/read-url.ts';

const F64: KernelPrecision = { precision: 'f64', accumulator: 'f64' };
const ALL = { baseline: true, relaxedSimd: true };
const PAGE = '<!doctype html><title>an application</title>';
const server = createServer((request, response) => {
  if (request.url === '/page.wasm') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  else response.writeHead(404).end();
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

function pass(url: string, needs: WasmPass['modules'][number]['needs'] = []): WasmPass {
  return { modules: [{ url, needs }], export: 'f', arguments: [], partition: { unit: 'rows', count: 1 } };
}

const inlined = (text: string): string => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;

describe('a module that cannot be loaded', () => {
  it.each([
    ['a page in its place', () => `${origin}/page.wasm`, 'is missing: the server answers with an HTML page.'],
    ['nothing at its place', () => `${origin}/gone.wasm`, 'is missing: the server answers 404 Not Found.'],
    ['no server', () => 'http://127.0.0.1:1/gone.wasm', 'is missing: the server did not answer'],
    ['no file', () => new URL('gone.wasm', import.meta.url).href, 'is missing: there is no such file.'],
    ['no WebAssembly in it', () => import.meta.url, 'cannot be loaded: '],
  ])('says so: %s', async (_, url, words) => {
    await expect(createWasmLoader(ALL).load(pass(url()), 'wasm/x')).rejects.toMatchObject({
      code: 'KERNEL.LOAD_FAILED',
      message: expect.stringContaining(words),
    });
  });

  it('names what the engine lacks only when it lacks it', async () => {
    const needy = pass(`${origin}/gone.wasm`, ['relaxed-simd']);
    await expect(createWasmLoader(ALL).load(needy, 'wasm/x')).rejects.toMatchObject({
      message: expect.stringContaining('404'),
    });
    await expect(createWasmLoader({ ...ALL, relaxedSimd: false }).load(needy, 'wasm/x')).rejects.toMatchObject({
      message: expect.stringContaining('needs relaxed-simd'),
    });
    await expect(createWasmLoader({ ...ALL, baseline: false }).load(needy, 'wasm/x')).rejects.toMatchObject({
      message: expect.stringContaining('needs 128-bit SIMD'),
    });
  });

  it('is named also when it is JavaScript', async () => {
    const module = new URL('gone.js', import.meta.url).href;
    await expect(loadJsFunction({ module, export: 'f' }, F64, 'js/x')).rejects.toMatchObject({
      message: `Kernel 'js/x': module ${module} is missing: there is no such file.`,
      fix: expect.stringContaining('keep spmv and @spmv/* out of the bundle'),
    });
    await expect(
      loadJsFunction({ module: inlined('throw new Error("no use")'), export: 'f' }, F64, 'js/x'),
    ).rejects.toMatchObject({
      message: "Kernel 'js/x': module data:text/javascript;base64,… cannot be loaded: no use",
    });
  });
});

describe('a module in JavaScript', () => {
  it('may be inlined, and has an instance for each precision, of operands and of stored values', async () => {
    const module = inlined('let calls = 0; export function f() { return ++calls; }');
    const load = async (precision: KernelPrecision) =>
      (await loadJsFunction({ module, export: 'f' }, precision, 'js/x')) as unknown as () => number;
    const [first, again] = [await load(F64), await load({ ...F64, stored: 'f64' })];
    const [other, mixed] = [
      await load({ precision: 'f32', accumulator: 'f32' }),
      await load({ ...F64, stored: 'f32' }),
    ];
    expect([first(), again(), other(), mixed()]).toEqual([1, 2, 1, 1]);
  });

  describe('in a folder that says it is of CommonJS, as bundlers for Node write into', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-commonjs-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    afterAll(() => rmSync(folder, { recursive: true }));

    function moduleOf(name: string, text: string): string {
      writeFileSync(join(folder, name), text);
      return pathToFileURL(join(folder, name)).href;
    }

    it('is loaded, once for each precision', async () => {
      const module = moduleOf('f.js', 'let calls = 0; export function f() { return ++calls; }');
      const load = async (precision: KernelPrecision) =>
        (await loadJsFunction({ module, export: 'f' }, precision, 'js/x')) as unknown as () => number;
      const [first, other] = [await load(F64), await load({ precision: 'f32', accumulator: 'f32' })];
      expect([first(), first(), other()]).toEqual([1, 2, 1]);
    });

    it('is refused with the first words where it is none', async () => {
      const module = moduleOf('broken.js', 'export function (');
      await expect(loadJsFunction({ module, export: 'f' }, F64, 'js/x')).rejects.toMatchObject({
        message: expect.stringContaining(`module ${module} cannot be loaded: `),
      });
    });
  });

  it('without the export is refused', async () => {
    await expect(
      loadJsFunction({ module: inlined('export const g = 1;'), export: 'f' }, F64, 'js/x'),
    ).rejects.toMatchObject({ message: expect.stringContaining("exports no function 'f'") });
  });
});

describe('readUrl', () => {
  it('reads files and inlined ones', async () => {
    expect(new TextDecoder().decode(await readUrl(import.meta.url))).toContain('readUrl');
    expect([...(await readUrl('data:application/wasm;base64,AGFzbQ=='))]).toEqual([0, 97, 115, 109]);
  });
});

describe('fullUrl', () => {
  it('says where a page is, whose workers are elsewhere', () => {
    vi.stubGlobal('location', new URL('http://h/folder/page'));
    expect([fullUrl('/media/a.js'), fullUrl('data:text/plain,a')]).toEqual([
      'http://h/media/a.js',
      'data:text/plain,a',
    ]);
    vi.unstubAllGlobals();
    expect(fullUrl('file:///a.js')).toBe('file:///a.js');
  });
});

describe('shortUrl', () => {
  it('leaves out what is inlined', () => {
    expect([shortUrl('data:text/plain,abc'), shortUrl('http://h/a.js')]).toEqual([
      'data:text/plain,…',
      'http://h/a.js',
    ]);
  });
});
