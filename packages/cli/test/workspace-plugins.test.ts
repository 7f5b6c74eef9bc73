import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginManifest } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { loadPlugin } from '../src/discovery/load-plugin.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));

interface PackageJson {
  readonly name: string;
  readonly spmv?: PluginManifest;
}

const plugins = readdirSync(packages)
  .map((folder) => join(packages, folder))
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson,
  }))
  .flatMap(({ folder, manifest: { name, spmv } }) => (spmv ? [{ name, folder, manifest: spmv }] : []));

describe('the plugins of this workspace', () => {
  it.each(plugins)('$name brings what its manifest says', async ({ name, folder, manifest }) => {
    const guard: Parameters<typeof loadPlugin>[1]['guard'] = (_step, work) => work();
    const plugin = await loadPlugin({ name, folder, manifest, version: null, origin: 'cli' }, { guard });
    expect(plugin.name).toBe(name);
  });
});
