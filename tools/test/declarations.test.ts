import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { oneOfKind } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-declarations-'));

/** Names of everything that packages export, with its declarations. */
function declarations(): Readonly<Record<string, readonly string[]>> {
  const all: Record<string, string[]> = {};
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const manifest = parseJsonRecord(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
    for (const [entry, target] of Object.entries(recordAt(manifest, 'exports') ?? {})) {
      const types = typeof target === 'object' && target !== null && 'types' in target ? target.types : undefined;
      if (typeof types === 'string')
        all[`${String(manifest['name'])}${entry.slice(1)}`] = [join(ROOT, 'packages', name, types)];
    }
  }
  return all;
}

beforeAll(() => {
  const paths = declarations();
  const names = Object.keys(paths);
  writeFileSync(join(folder, 'all.ts'), names.map((name, i) => `export type * as t${i} from '${name}';\n`).join(''));
  const typeRoots = [join(ROOT, 'node_modules', '@types')];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots,
    paths,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }));
  writeFileSync(join(folder, 'page.ts'), PAGE);
  mkdirSync(join(folder, 'page'));
  writeFileSync(
    join(folder, 'page', 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] }, files: ['../page.ts'] }),
  );
});

/** A page's own WebGPU, by the types of the DOM. */
const PAGE = `
import { browserHost, bufferOf, commandsOf, createWebGpu, vectorOn } from '@spmv/backend-webgpu';
import type { Backend, Product } from '@spmv/core';
export async function chain(device: GPUDevice, backend: Backend, buffer: GPUBuffer, encoder: GPUCommandEncoder, products: Product[]): Promise<void> {
  createWebGpu(browserHost(navigator.gpu));
  createWebGpu({ device });
  const x = vectorOn(backend, { buffer, ownership: 'adopted', length: 4 });
  const ownership: 'adopted' = x.ownership;
  // @ts-expect-error whose a buffer is is part of the type
  const other: 'borrowed' = x.ownership;
  (await commandsOf(backend, products)).encode(encoder);
  const resource = bufferOf<GPUBuffer>(backend, x);
  if (resource) device.createBindGroup({ layout: undefined as never, entries: [{ binding: 0, resource }] });
}`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['typescript-oldest', 'typescript'])('%s', (compiler) => {
  test('reads the declarations without skipLibCheck', oneOfKind(compiler === 'typescript-oldest'), () => {
    const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', timeout: 120_000 });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});

test("a page's GPUDevice, GPUBuffer and GPUCommandEncoder fit, by the types of the DOM", () => {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', join(folder, 'page')], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
