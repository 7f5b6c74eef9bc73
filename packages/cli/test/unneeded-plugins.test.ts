import { expect, it } from 'vitest';
import type { FakePackage } from './helpers/project.ts';
import { fakeProject, manifest } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

it('what a command has no use for does not run', async () => {
  const loud = (name: string, provides: Readonly<Record<string, readonly string[]>>): FakePackage => ({
    name,
    manifest: manifest(provides),
    files: { 'plugin.js': `process.stderr.write('RAN ${name} '); export default {};` },
  });
  const packages = [
    loud('format', { formats: ['acme/format'], kernels: ['js/acme/format', 'js/acme/format-fast'] }),
    loud('card', { backends: ['acme/card'], kernels: ['wgsl/csr-card'] }),
    loud('stray', { kernels: ['js/acme/stray'] }),
    loud('vendor', { operations: ['acme/op'], kernels: ['js/acme/op', 'js/library-acme/op'] }),
  ];
  // A module runs once in a process: every command has plugins of its own.
  const ran = async (...args: readonly string[]): Promise<readonly string[]> =>
    [...(await runCli(args, { cwd: fakeProject({ packages }) })).stderr.matchAll(/RAN (\w+)/g)]
      .map(([, name]) => name ?? '')
      .sort();
  expect(await ran('validate', 'cage4', '--format', 'csr', '--backend', 'serial')).toEqual(['stray']);
  expect(await ran('bench', 'cage4', '--kernel', 'js/csr', '--backend', 'serial')).toEqual([]);
  expect(await ran('multiply', 'cage4')).toEqual(['stray']);
  expect(await ran('multiply', 'cage4', '--kernel', 'js/csr')).toEqual([]);
  expect(await ran('print', 'cage4', '--format', 'csr')).toEqual([]);
  expect(await ran('convert', 'cage4', '-', '--format', 'csr')).toEqual([]);
  expect(await ran('backends')).toEqual(['card']);
  expect(await ran('formats')).toEqual(['card', 'format', 'stray', 'vendor']);
  expect(await ran('matrices')).toEqual([]);
});
