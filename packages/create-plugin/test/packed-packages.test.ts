import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlugin } from '../src/index.ts';
import { packedPackages } from '../src/packed-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-from-'));
const packed = join(folder, 'packed');

/** A package of nothing but a package.json. */
interface Bare {
  readonly name: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packs packages as npm does, in one go. Gives the files. */
function pack(destination: string, ...packages: readonly Bare[]): readonly string[] {
  const sources = packages.map((one) => {
    const source = mkdtempSync(join(folder, 'source-'));
    writeFileSync(join(source, 'package.json'), JSON.stringify({ version: '0.1.0', ...one }));
    return source;
  });
  mkdirSync(destination, { recursive: true });
  const files = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination, ...sources], {
    cwd: folder,
    encoding: 'utf8',
  });
  return files
    .trim()
    .split('\n')
    .map((file) => join(destination, file));
}

describe('packed packages in place of published ones', () => {
  let other = '';

  beforeAll(() => {
    execFileSync(process.execPath, [fileURLToPath(new URL('../tools/stage-templates.ts', import.meta.url))]);
    const core = { '@spmv/core': '^0.1.0' };
    pack(
      packed,
      { name: '@spmv/core' },
      { name: '@spmv/testkit', dependencies: core },
      { name: '@spmv/cli', dependencies: { ...core, '@spmv/mmio': '^0.1.0', 'from-npm': '1.0.0' } },
      { name: '@spmv/mmio', dependencies: core },
      { name: '@spmv/format-sell' },
    );
    [other = ''] = pack(join(folder, 'other'), { name: 'unscoped-package', dependencies: core });
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are known by what they say of themselves, from files and folders', () => {
    const found = packedPackages([packed, other]);
    expect([...found.keys()].sort()).toEqual([
      '@spmv/cli',
      '@spmv/core',
      '@spmv/format-sell',
      '@spmv/mmio',
      '@spmv/testkit',
      'unscoped-package',
    ]);
    expect(found.get('unscoped-package')).toEqual({
      name: 'unscoped-package',
      range: `file:${other}`,
      needs: ['@spmv/core'],
    });
    expect(packedPackages([packed, join(packed, 'spmv-core-0.1.0.tgz')]).size).toBe(5);
  });

  it('are refused where there are none, two of one name, or what npm did not pack', () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    expect(() => packedPackages([empty])).toThrow('holds no packed packages');
    const twice = pack(empty, { name: '@spmv/core', version: '0.2.0' });
    expect(() => packedPackages([packed, ...twice])).toThrow('@spmv/core is packed twice');
    writeFileSync(join(empty, 'broken.tgz'), 'broken');
    expect(() => packedPackages([join(empty, 'broken.tgz')])).toThrow('is not a package made by npm pack');
  });

  it('are installed for development only, with all that they need of one another, and override nothing for npm', () => {
    const project = join(folder, 'project');
    createPlugin({ folder: project, id: 'widgets/wide-band', kind: 'format', from: [packed, other] });
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    expect(manifest['dependencies']?.['@spmv/core']).toMatch(/^\^\d/);
    for (const name of ['@spmv/core', '@spmv/testkit', '@spmv/cli', '@spmv/mmio'])
      expect(manifest['devDependencies']?.[name]).toMatch(/^file:.*\.tgz$/);
    for (const name of ['@spmv/format-sell', 'unscoped-package'])
      expect(manifest['devDependencies']).not.toHaveProperty(name);
    expect(manifest).not.toHaveProperty('overrides');
    // yarn and pnpm: whatever is packed, so that one that is added later finds its sisters.
    expect(Object.keys(manifest['resolutions'] ?? {})).toContain('@spmv/format-sell');
    expect(readFileSync(join(project, 'pnpm-workspace.yaml'), 'utf8')).toContain(
      `overrides:\n  "@spmv/cli": "file:${packed}/`,
    );
  });
});
