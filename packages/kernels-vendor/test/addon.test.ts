import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { plugin as formats } from '@spmv/formats';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FULL } from '../../../tools/full-lane.ts';
import { open } from '../src/functions.ts';
import { plugin } from '../src/index.ts';
import { lack } from '../../../tools/machine.ts';
import { needsLinux } from '../../../tools/needs.ts';

const registry = createRegistry([formats, plugin]);
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
const request = (kernel: Kernel) => ({
  operation: spmv,
  matrix: buildMatrix(registry.format('csr'), coo),
  kernel,
});

/** What is thrown where a kernel is prepared with these variables set. */
async function failure(variables: NodeJS.ProcessEnv): Promise<unknown> {
  const before = { CXX: process.env['CXX'], SPMV_CACHE: process.env['SPMV_CACHE'] };
  Object.assign(process.env, variables);
  const backend = await openBackend(serial);
  try {
    return await backend.prepare(request(registry.kernel('native/csr-openmp-static'))).catch((error: unknown) => error);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await backend.dispose();
  }
}

describe('without what it is compiled with', needsLinux(), () => {
  const folders: string[] = [];
  const folder = (): string => {
    folders.push(mkdtempSync(join(tmpdir(), 'spmv-vendor-')));
    return folders.at(-1) ?? '';
  };
  afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })));

  it('says that there is no compiler', async () => {
    expect(await failure({ CXX: '/nowhere/g++' })).toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: expect.stringContaining("there is no C++ compiler '/nowhere/g++'") as string,
      fix: 'Install g++, or name another compiler with OpenMP in CXX.',
    });
  });

  it('says what the compiler says', async () => {
    const compiler = join(folder(), 'c++');
    writeFileSync(
      compiler,
      '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "error: unknown option -fopenmp" >&2\nexit 1\n',
      { mode: 0o700 },
    );
    expect(await failure({ CXX: compiler, SPMV_CACHE: folder() })).toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: expect.stringContaining('error: unknown option -fopenmp') as string,
    });
  });

  it('says where it cannot keep what it compiles', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await failure({ CXX: '/bin/true', SPMV_CACHE: file })).toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      fix: 'Name a folder that can be written in SPMV_CACHE.',
    });
  });
});

describe('the addon', () => {
  let missing: unknown;
  beforeEach(async () => {
    missing = await open().then(
      () => undefined,
      (error: unknown) => error,
    );
    // Anything else is no reason to skip.
    if (missing !== undefined) expect(missing).toMatchObject({ code: 'BACKEND.UNAVAILABLE' });
  });
  const reason = (error: unknown): string => lack('cxx') ?? (error as Error).message;

  it('knows functions by name, takes arrays of f64, and runs no product that was disposed of', async (context) => {
    if (missing !== undefined) return context.skip(reason(missing));
    const { bind, addressOf } = await open();
    expect(bind('nothing', new Float64Array(9), [])).toBeUndefined();
    expect(() => bind('openmpStaticF64', new Float32Array(9) as unknown as Float64Array, [])).toThrow('Float64Array');
    expect(() => addressOf(new Float64Array(1) as unknown as Uint8Array)).toThrow('Uint8Array');
    const product = bind('openmpStaticF64', new Float64Array(9), []);
    product?.();
    product?.dispose?.();
    expect(product).toThrow(expect.objectContaining({ code: 'BACKEND.FAILED' }) as Error);
  });

  // A copy by librsb takes milliseconds to make: fewer, larger ones.
  it.for([
    ['native/csr-openmp-dynamic', 10_000, 2000],
    ['native/csr-eigen', 10_000, 2000],
    ['native/csr-librsb', 400, 50_000],
    ['native/csr-mkl', 10_000, 2000],
    ['native/csr-mkl-ie', 10_000, 2000],
  ] as const)(
    'holds nothing when operators of %s were made and disposed of, %i of them',
    ([id, count, size], context) => {
      if (missing !== undefined) return context.skip(reason(missing));
      if (!FULL && id !== 'native/csr-eigen') return context.skip('in the full lane (npm run test:full)');
      // In a process of its own: resident memory counts what is garbage as well, and how much of that there is depends on what ran before.
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [
          '--conditions=@spmv/source',
          '--no-warnings',
          '--expose-gc',
          '--max-semi-space-size=1',
          fileURLToPath(new URL('kept-bytes.ts', import.meta.url)),
          id,
          String(count),
          String(size),
        ],
        { encoding: 'utf8', timeout: 200_000 },
      );
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const found = JSON.parse(stdout) as { readonly each: number } | { readonly unavailable: string; fix: string };
      if ('unavailable' in found) {
        expect(found.fix).toMatch(/^Install .*(?:libmkl-rt|libeigen3-dev|librsb0)/u);
        return context.skip(found.unavailable);
      }
      // A fiftieth of the matrix, 480 bytes of the small one. A handle of MKL that is kept costs 17 kB, librsb's copy more than the matrix.
      expect(found.each).toBeLessThan((size * 12) / 50);
    },
  );
});
