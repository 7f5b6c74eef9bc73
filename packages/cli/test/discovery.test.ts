import type { PluginManifest } from '@spmv/core';
import { API_VERSION, createRegistry } from '@spmv/core';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATION } from '../src/discovery/migration.ts';
import { installed } from '../src/session/check-selection.ts';
import { backendSource, fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { ROOT, runCli, STACK_TRACE } from './helpers/run-cli.ts';

interface Row {
  readonly id: string;
  readonly package: string;
  readonly status: string;
  readonly reason: string | null;
  readonly fix: string | null;
}

async function backends(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly rows: readonly Row[]; readonly stderr: string }> {
  const { code, stdout, stderr } = await runCli(['backends', '--json', ...args], { cwd });
  expect(stderr).not.toMatch(STACK_TRACE);
  expect(code).toBe(0);
  return { rows: JSON.parse(stdout) as Row[], stderr };
}

describe('backends', () => {
  it('finds declared plugins, and names official backends that are not installed with the command that installs them', async () => {
    const { rows } = await backends(fakeProject({}));
    expect(rows.find(({ id }) => id === 'serial')).toMatchObject({
      package: '@spmv/backend-serial',
      status: 'available',
      reason: null,
    });
    expect(rows.find(({ id }) => id === 'cuda')).toMatchObject({
      status: 'not installed',
      fix: 'npm install @spmv/backend-cuda',
    });
  });

  it('knows the package of every operation, format and kernel of this project, and names it where it is not installed', () => {
    const everywhere = createRegistry([]);
    for (const folder of readdirSync(join(ROOT, 'packages'))) {
      const { name, spmv } = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly spmv?: PluginManifest;
      };
      for (const kind of ['operation', 'format', 'kernel'] as const) {
        for (const id of spmv?.provides[`${kind}s`] ?? []) {
          // Both run the same kernels.
          const known = name === '@spmv/backend-threads' ? '@spmv/backend-serial' : name;
          expect(() => installed(everywhere, kind, id)).toThrow(`${known}, which brings `);
        }
      }
    }
    expect(() => installed(everywhere, 'kernel', 'js/acme')).toThrow("No installed plugin brings kernel 'js/acme'");
    const there = createRegistry([{ name: '@spmv/format-sell', apiVersion: API_VERSION }]);
    expect(() => installed(there, 'kernel', 'js/sell-x')).toThrow("No installed plugin brings kernel 'js/sell-x'");
  });

  it('shows a plugin that throws on import as a row, with its words', async () => {
    const broken = {
      name: 'broken',
      manifest: manifest({ backends: ['acme/broken'] }),
      files: { 'plugin.js': "throw new Error('the vendor library is gone');" },
    };
    const { rows } = await backends(fakeProject({ packages: [broken] }));
    const row = rows.find(({ id }) => id === 'acme/broken');
    expect(row?.status).toBe('unavailable');
    expect(row?.reason).toContain('the vendor library is gone');
    expect(rows.find(({ id }) => id === 'serial')?.status).toBe('available');
  });

  it('leaves out a plugin that does not finish loading and a backend that does not answer, and ends all the same', async () => {
    const forever = 'await new Promise((resolve) => setTimeout(resolve, 3_600_000));';
    const slow = {
      name: 'slow',
      manifest: manifest({ backends: ['acme/slow'] }),
      files: { 'plugin.js': `${forever}\n${pluginSource('slow', `backends: [${backendSource('acme/slow')}]`)}` },
    };
    const mute = {
      name: 'mute',
      manifest: manifest({ backends: ['acme/mute'] }),
      files: {
        'plugin.js': pluginSource('mute', `backends: [${backendSource('acme/mute', 'new Promise(() => {})')}]`),
      },
    };
    const { rows } = await backends(fakeProject({ packages: [slow, mute] }));
    expect(rows.find(({ id }) => id === 'acme/slow')).toMatchObject({
      package: 'slow',
      status: 'unavailable',
      reason: expect.stringContaining('took longer than 10 s'),
    });
    expect(rows.find(({ id }) => id === 'acme/mute')).toMatchObject({
      package: 'mute',
      status: 'unavailable',
      reason: expect.stringContaining('took longer than 10 s'),
    });
    expect(rows.find(({ id }) => id === 'serial')?.status).toBe('available');
  });

  it('does not run plugins that bring no backend', async () => {
    const loud = {
      name: 'loud',
      manifest: manifest({ formats: ['acme/loud'] }),
      files: { 'plugin.js': "process.stderr.write('RAN'); export default {};" },
    };
    const { stderr } = await backends(fakeProject({ packages: [loud] }));
    expect(stderr).not.toContain('RAN');
  });

  it('keeps the first of two plugins with one id and says which package has it', async () => {
    const bring = (name: string) => ({
      name,
      manifest: manifest({ backends: ['acme/same'] }),
      files: { 'plugin.js': pluginSource(name, `backends: [${backendSource('acme/same')}]`) },
    });
    const { rows } = await backends(fakeProject({ packages: [bring('first'), bring('second')] }));
    const same = rows.filter(({ id }) => id === 'acme/same');
    expect(same).toHaveLength(2);
    expect(same[0]).toMatchObject({ package: 'first', reason: 'No such device.', fix: 'Buy one.' });
    expect(same[1]?.reason).toContain('first@1.0.0');
    expect(same[1]?.fix).toContain('Remove one of the two');
  });

  it('explains a plugin that contradicts its manifest, one for other interfaces, and one whose entry is missing', async () => {
    const { rows } = await backends(
      fakeProject({
        packages: [
          {
            name: 'liar',
            manifest: manifest({ backends: ['acme/promised'] }),
            files: { 'plugin.js': pluginSource('liar', `backends: [${backendSource('acme/brought')}]`) },
          },
          { name: 'future', manifest: manifest({ backends: ['acme/future'] }, 99), files: { 'plugin.js': '' } },
          { name: 'hollow', manifest: manifest({ backends: ['acme/hollow'] }) },
        ],
      }),
    );
    expect(rows.find(({ id }) => id === 'acme/promised')?.reason).toContain(
      'promises backends that it does not bring: acme/promised',
    );
    expect(rows.find(({ id }) => id === 'acme/hollow')?.reason).toContain('does not exist');
    const { stderr } = await runCli(['formats'], {
      cwd: fakeProject({ packages: [{ name: 'future', manifest: manifest({ backends: ['acme/future'] }, 99) }] }),
    });
    expect(stderr).toContain('interface version 99');
  });

  it('leaves out a plugin of an older interface version, and tells its author each step to this one', async () => {
    const cwd = fakeProject({ packages: [{ name: 'older', manifest: manifest({ backends: ['acme/older'] }, 1) }] });
    expect((await runCli(['formats'], { cwd })).stderr).toMatch(
      /interface version 1, but .* version 2[^]*"spmv conform"/,
    );
    const { code, stderr } = await runCli(['conform', 'older'], { cwd });
    expect(code).toBe(1);
    const page = readFileSync(join(ROOT, 'docs/migration.md'), 'utf8');
    for (const [place, step] of Object.values(MIGRATION).flat().entries()) {
      expect(stderr).toContain(`\n  ${place + 1}. ${step}`);
      expect(page).toContain(`\n${place + 1}. ${step}`);
    }
  });

  it('takes plugins by path, from a configuration file, and from the package it stands in', async () => {
    const module = (id: string): string => pluginSource(id, `backends: [${backendSource(`acme/${id}`)}]`);
    const folder = fakeProject({
      files: {
        'by-path.mjs': module('path'),
        'by-config.mjs': module('config'),
        'spmv.config.json': '{ "plugins": ["./by-config.mjs"] }',
      },
    });
    const { rows } = await backends(folder, '--plugin', './by-path.mjs');
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['acme/path', 'acme/config', 'serial']));
    const author = fakeProject({ workspace: [], files: { 'plugin.js': module('own') } });
    writeFileSync(
      join(author, 'package.json'),
      JSON.stringify({ name: 'author', type: 'module', spmv: manifest({ backends: ['acme/own'] }) }),
    );
    expect((await backends(author)).rows.map(({ id }) => id)).toContain('acme/own');
  });

  it('says when a plugin uses a second copy of core', async () => {
    const twin = {
      name: 'twin',
      manifest: manifest({ backends: ['acme/twin'] }),
      files: { 'plugin.js': pluginSource('twin', `backends: [${backendSource('acme/twin')}]`) },
    };
    const folder = fakeProject({ packages: [twin] });
    const core = join(folder, 'node_modules', 'twin', 'node_modules', '@spmv', 'core');
    mkdirSync(core, { recursive: true });
    writeFileSync(join(core, 'package.json'), JSON.stringify({ name: '@spmv/core', version: '9.9.9' }));
    const { stderr } = await backends(folder);
    expect(stderr).toContain('twin uses a second copy of @spmv/core (9.9.9');
  });

  it('refuses a broken configuration file as usage', async () => {
    const { code, stderr } = await runCli(['backends'], { cwd: fakeProject({ files: { 'spmv.config.json': '{' } }) });
    expect(code).toBe(2);
    expect(stderr).toContain('spmv.config.json cannot be read');
    expect(stderr).not.toMatch(STACK_TRACE);
  });

  it.each([
    ['spmv.config.json', '{ "plugin": ["./mine.js"] }', "has 'plugin', which means nothing there"],
    ['spmv.config.mjs', 'export default null;', 'does not hold an object'],
  ])('refuses %s of %s', async (name, text, words) => {
    const { code, stderr } = await runCli(['backends'], { cwd: fakeProject({ files: { [name]: text } }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('a plugin named by --plugin that does not load', () => {
  const folder = fakeProject({
    files: {
      'throws.mjs': "throw new Error('the vendor library is gone');",
      'folder/package.json': '{}',
      'future.mjs': 'export default { name: "future", apiVersion: 99 };',
    },
  });

  it.each([
    [
      './nosuch',
      2,
      /--plugin \.\/nosuch does not load: .*nosuch does not exist\. \[PLUGIN\.NOT_FOUND\]\s+Check the path given\./,
    ],
    [
      'nosuch',
      2,
      /--plugin nosuch does not load: It is not installed\. \[PLUGIN\.NOT_FOUND\]\s+Run: npm install nosuch/,
    ],
    [
      'folder',
      2,
      /--plugin folder does not load: No package of this name is installed\. \[PLUGIN\.NOT_FOUND\]\s+For the folder write \.\/folder/,
    ],
    ['./throws.mjs', 6, /--plugin throws\.mjs does not load: .*the vendor library is gone/],
    ['./future.mjs', 6, /--plugin future\.mjs does not load: .*interface version 99/],
  ])('%s ends every command that looks for plugins', async (plugin, expected, words) => {
    for (const args of [['bench', 'LF10'], ['backends'], ['kernels'], ['info', 'LF10'], ['multiply', 'LF10']]) {
      const { code, stdout, stderr } = await runCli([...args, '--plugin', plugin, '--width', '400'], { cwd: folder });
      expect(stderr).toMatch(words);
      expect([code, stdout]).toEqual([expected, '']);
    }
  });

  it('is a row of spmv doctor, which says what works', async () => {
    const { stdout } = await runCli(['doctor', '--plugin', './nosuch', '--width', '400'], { cwd: folder });
    expect(stdout).toMatch(/nosuch does not exist/);
  });
});
