import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin, PluginManifest } from '@spmv/core';
import { checkManifest } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../tools/needs.ts';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../../../docs/plugin-guide.md', import.meta.url), 'utf8');
// Inside this package, so that the packages it depends on are found.
const folder = mkdtempSync(join(HERE, '.guide-'));

/** Files of the guide: blocks whose fence says `ts FOLDER/FILE.ts`. */
const files = new Map(
  [...guide.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, code]) => [name as string, code as string]),
);

/** Its manifests: blocks of JSON that begin with the field of package.json. */
const manifests = [...guide.matchAll(/^```json\n("spmv": [\s\S]*?)^```$/gm)].map(
  ([, text]) => (JSON.parse(`{${text}}`) as { readonly spmv: PluginManifest }).spmv,
);

beforeAll(() => {
  for (const [name, code] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.test.json', include: [], files: [...files.keys()] }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the code of the plugin guide', () => {
  it('compiles as strictly as ours', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc'),
      '-p',
      folder,
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('makes a format that conforms', async () => {
    const args = ['--conditions=@spmv/source', join(folder, 'format', 'conform.ts')];
    expect((await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout).toBe('conforms: true\n');
  });

  it('shows the manifest of its format', async () => {
    const { default: plugin } = (await import(join(folder, 'format', 'plugin.ts'))) as { readonly default: Plugin };
    const ids = new Set(plugin.kernels?.map(({ id }) => id));
    const manifest = manifests.find(({ provides }) => provides.kernels?.some((id) => ids.has(id)));
    expect(manifest).toBeDefined();
    checkManifest(plugin, manifest as PluginManifest);
  });
});

describe('the commands that compile CUDA C++', needs('nvcc'), () => {
  const commands = [...guide.matchAll(/^nvcc (.+) src\/kernels\/pairs\.cu -o (\S+)$/gm)].map(
    ([, options, made]) => [made as string, (options as string).split(' ')] as const,
  );

  it('are there for PTX and for machine code', () => {
    expect(commands.map(([made]) => made)).toEqual(['dist/kernels/pairs.ptx', 'dist/kernels/pairs.sm_90.cubin']);
  });

  it.each(commands)('they make %s of a published source with the headers of the kit', async (made, options) => {
    const sell = fileURLToPath(new URL('../../../packages/format-sell/', import.meta.url));
    const out = join(folder, made.replace(/.*\//, ''));
    await promisify(execFile)('nvcc', [...options, 'src/kernels/sell.cu', '-o', out], { cwd: sell });
    const overlaps = readFileSync(out).includes('spmv_overlaps');
    // Devices before 9.0 cannot begin a product while another ends.
    expect(overlaps).toBe(made.endsWith('.cubin'));
  });
});

describe('the commands that compile AssemblyScript', () => {
  const [, kit = ''] = /^KIT=(\S+)$/m.exec(guide) ?? [];
  const commands = [...guide.matchAll(/^npx asc (.+) --outFile dist\/wasm\/(\S+)$/gm)].map(([, flags, module]) => ({
    module: module as string,
    flags: (flags as string).replaceAll('$KIT', kit).split(' '),
  }));

  it('are there for both sets of features', () => {
    expect(commands.map(({ module }) => module)).toEqual(['simd.wasm', 'relaxed-simd.wasm']);
  });

  it.each(commands)('make $module of a published package as its own build does', async ({ module, flags }) => {
    const sell = fileURLToPath(new URL('../../../packages/format-sell/', import.meta.url));
    const out = join(folder, module);
    await promisify(execFile)(
      process.execPath,
      [join(sell, 'node_modules', 'assemblyscript', 'bin', 'asc.js'), ...flags, '--outFile', out],
      { cwd: sell },
    );
    expect(readFileSync(out).equals(readFileSync(join(sell, 'dist', 'wasm', module)))).toBe(true);
  });
});
