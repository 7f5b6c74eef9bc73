import { existsSync, readFileSync } from 'node:fs';
import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { plugin as formats } from '@spmv/formats';
import { chooseAddon, loadAddon } from '@spmv/kernel-kit/node';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { open } from '../src/functions.ts';
import { nativeLevels, plugin } from '../src/index.ts';
import { fastestFirst, loadNativeAddon, NATIVE_ADDON } from '../src/load-addon.ts';
import { NO_LEVELS } from './levels.ts';
import { needsFull, needsLinux, unless } from '../../../tools/needs.ts';
import { FULL } from '../../../tools/runner.ts';

const registry = createRegistry([formats, plugin]);
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
const request = {
  operation: spmv,
  matrix: buildMatrix(registry.format('csr'), coo),
  kernel: registry.kernel('native/csr'),
};

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

afterEach(() => {
  delete process.env['SPMV_NATIVE_LEVEL'];
});

describe('beside no package.json of its package, as in a bundle', () => {
  it.each([
    ['none', './nowhere/package.json'],
    ['that of another', '../../core/package.json'],
  ])('says so: %s', (_, path) => {
    const manifest = new URL(path, import.meta.url);
    expect(() => loadAddon(NATIVE_ADDON, manifest)).toThrow(
      expect.objectContaining({
        code: 'BACKEND.UNAVAILABLE',
        message: `Native kernels are unavailable: ${fileURLToPath(manifest)} is not the package.json of @spmv/kernels-native.`,
        fix: expect.stringContaining('out of the bundle') as string,
      }) as Error,
    );
  });
});

describe('without an addon for the platform', () => {
  it('says which is missing and what to do', () => {
    const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    const choose = (platform: string) => () =>
      chooseAddon(
        NATIVE_ADDON,
        ['a'],
        '1.0.0',
        () => {
          throw missing;
        },
        platform,
      );
    expect(choose('linux-x64-musl')).toThrow('Native kernels are unavailable: there is no addon for linux-x64-musl.');
    expect(choose('linux-x64-musl')).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('use kernels in WebAssembly here') as string }) as Error,
    );
    expect(choose('linux-x64-gnu')).toThrow(
      expect.objectContaining({
        code: 'BACKEND.UNAVAILABLE',
        fix: expect.stringContaining('Install @spmv/kernels-native-linux-x64-gnu') as string,
      }) as Error,
    );
    // What it says to do is a script of this repository, and a folder in it.
    expect(choose('linux-x64-gnu')).toThrow(
      expect.objectContaining({
        fix: expect.stringContaining('`pnpm build packages/kernels-native`') as string,
      }) as Error,
    );
    const root = new URL('../../../', import.meta.url);
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest;
    expect(scripts['build']).toBe('node tools/build.ts');
    expect(existsSync(new URL('packages/kernels-native/addon/build.json', root))).toBe(true);
  });
});

it('leaves gathers where they take longer, and no level out', () => {
  const levels = ['avx512', 'avx512-loads', 'avx2', 'sse4', 'scalar'];
  const at = (gatherRatio: number) => fastestFirst({ levels, singly: ['avx512-loads', 'avx2'], gatherRatio });
  expect(at(1.8)).toEqual(['avx512-loads', 'avx2', 'avx512', 'sse4', 'scalar']);
  for (const ratio of [0, 0.5, 1.05, Number.NaN]) expect(at(ratio)).toEqual(levels);
});

describe('the addon', unless(NO_LEVELS), () => {
  it('knows what gathers take where it has code with and without them, the same in each thread of a process', () => {
    const { levels, singly, gatherRatio } = loadNativeAddon();
    expect(singly.every((level) => levels.includes(level))).toBe(true);
    expect(gatherRatio > 0).toBe(levels.includes('avx512') && singly.length > 0);
    expect(nativeLevels()[0]).toBe(fastestFirst({ levels, singly, gatherRatio })[0]);
  });

  it('has a level for every processor, which comes last', () => {
    expect(nativeLevels().at(-1)).toMatch(/^(?:scalar|neon)$/u);
  });

  it('says what runs, by whose wish, and what gathers take or why that is not known', async () => {
    const about = async () => plugin.about?.();
    const [first = ''] = nativeLevels();
    const last = nativeLevels().at(-1) ?? '';
    expect(await about()).toContain(`runs ${first} (has ${nativeLevels().join(', ')}; `);
    const { gatherRatio } = loadNativeAddon();
    expect(await about()).toContain(
      gatherRatio > 0 ? `takes ${gatherRatio.toFixed(2)} × one` : 'gathers are not timed',
    );
    process.env['SPMV_NATIVE_LEVEL'] = last;
    expect(await about()).toContain(`runs ${last}, as SPMV_NATIVE_LEVEL says (`);
    process.env['SPMV_NATIVE_LEVEL'] = 'mmx';
    await expect(about()).rejects.toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: expect.stringContaining("'mmx'") as string,
    });
  });

  it.each([serial, threads])(
    'is unavailable on $id where a level is asked for that is not there; others run',
    async (descriptor) => {
      const backend = await openBackend(descriptor);
      process.env['SPMV_NATIVE_LEVEL'] = 'mmx';
      const thrown: unknown = await backend.prepare(request).catch((error: unknown) => error);
      expect(isSpmvError(thrown, 'BACKEND.UNAVAILABLE')).toBe(true);
      expect(thrown).toMatchObject({ message: "This build has no native kernels for 'mmx' on this processor." });
      delete process.env['SPMV_NATIVE_LEVEL'];
      const operator = await backend.prepare(request);
      const [x, y] = [backend.vector([1, 10, 100]), backend.vector(2)];
      operator.apply(x, y);
      expect(await y.read()).toEqual(Float64Array.of(201, 30));
      await backend.dispose();
    },
  );

  it('binds no function of another name, and nothing but arrays of f64', () => {
    const { addressOf, bind, largePages } = open();
    expect(bind('nothing', new Float64Array(9), [])).toBeUndefined();
    expect(() => bind('csrF64', new Float32Array(9) as unknown as Float64Array, [])).toThrow(TypeError);
    expect(() => bind('csrF64', new Float64Array(0), [])).toThrow(TypeError);
    expect(() => addressOf(new Float64Array(1) as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => largePages?.(new Float64Array(1) as unknown as Uint8Array, 8)).toThrow(TypeError);
    expect(() => largePages?.(new Uint8Array(1), Number.NaN)).toThrow(TypeError);
  });

  const swapped = Object.fromEntries([
    ...['colIndex', 'rowStart', 'values'].map((name) => [name, `A.${name}`]),
    ['x', 'x'],
  ]);
  it.each([
    ['swapped', swapped, 'parameter 0 is rowStart in the addon and colIndex in the program'],
    ['misspelt', { rowStarts: 'A.rowStart' }, 'parameter 0 is rowStart in the addon and rowStarts in the program'],
    ['left out', { rowStart: 'A.rowStart' }, 'parameter 1 is colIndex in the addon and not there in the program'],
    ['not named', ['A.rowStart'], 'parameter 0 is rowStart in the addon and 0 in the program'],
  ])('refuses arguments that are %s', async (_, given, why) => {
    const { program, ...about } = request.kernel as Kernel<'native'>;
    const kernel: Kernel<'native'> = {
      ...about,
      program: (...of) => ({ passes: program(...of).passes.map((pass) => ({ ...pass, arguments: given })) }),
    };
    const backend = await openBackend(serial);
    const thrown: unknown = await backend.prepare({ ...request, kernel }).catch((error: unknown) => error);
    expect(isSpmvError(thrown, 'KERNEL.PROGRAM_INVALID')).toBe(true);
    expect(thrown).toMatchObject({ message: `Function 'csrF64': ${why}.` });
    await backend.dispose();
  });

  it('finds a shared memory where it was, also after it has grown', () => {
    const { addressOf } = open();
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 100, shared: true });
    const before = addressOf(new Uint8Array(memory.buffer));
    memory.grow(50);
    expect(addressOf(new Uint8Array(memory.buffer))).toBe(before);
    expect(addressOf(new Uint8Array(memory.buffer, 64))).toBe(before + 64);
  });

  const [guarded, keptBytesOf] = [
    new URL('native/guarded.ts', import.meta.url),
    new URL('native/kept-bytes.ts', import.meta.url),
  ];
  const run = (program: URL, ...args: readonly string[]) =>
    spawnSync(
      process.execPath,
      [
        '--conditions=@spmv/source',
        '--no-warnings',
        '--expose-gc',
        '--max-semi-space-size=1',
        fileURLToPath(program),
        ...args,
      ],
      { encoding: 'utf8', timeout: 200_000 },
    );

  it('reads nothing beyond the end of an array, at any level in the full lane', () => {
    const { stdout, stderr, status } = run(guarded, ...(FULL ? [] : ['best']));
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(Number(stdout)).toBeGreaterThan(8 * (FULL ? nativeLevels().length : 1));
  });

  it('would not live to tell if it did', needsLinux(), () => {
    expect(run(guarded, 'beyond')).toMatchObject({ signal: 'SIGSEGV', stdout: '' });
  });

  const inFull = process.platform === 'linux' ? needsFull() : needsLinux();
  // In a process of its own: resident memory counts what is garbage as well, and how much of that there is depends on what ran before.
  describe('of thousands of operators that were made and disposed of', inFull, () => {
    const keptBytes = (...lost: readonly string[]): number => {
      const { stdout, stderr, status } = run(keptBytesOf, '5000', ...lost);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      return Number(stdout);
    };

    it('keeps nothing', () => {
      // The arguments of a bound function alone take more.
      expect(keptBytes()).toBeLessThan(100);
    });

    it('would be found to keep an empty array for each if it did', () => {
      expect(keptBytes('1')).toBeGreaterThan(100);
    });
  });
});
