import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { makePlugin } from '../../outside-package/make-plugin.ts';
import { type EndedProgram, runOutside } from '../../outside-package/run-outside.ts';
import { installByYarn, yarn } from '../../outside-package/yarn.ts';
import { needsFull } from '../../needs.ts';

/** How each installs what a package.json says, adds a packed package, and runs a command of what is installed. */
const MANAGERS = {
  npm: {
    install: ['install', '--no-audit', '--no-fund', '--prefer-offline'],
    add: ['install', '--no-audit', '--no-fund'],
    exec: ['exec', '--no', '--'],
  },
  pnpm: { install: ['install', '--prefer-offline'], add: ['add'], exec: ['exec'] },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'spmv-managers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A backend: a format would bring Dawn along, 50 MB.
describe.each(['npm', 'pnpm'] as const)(
  'a plugin that was made from packed packages, with %s',
  needsFull('pnpm'),
  (manager) => {
    const { install, add, exec } = MANAGERS[manager];
    const packed = inject('packed');
    const plugin = join(folder, manager);

    async function run(...args: readonly string[]): Promise<EndedProgram> {
      const ended = await runOutside(manager, args, plugin);
      expect(ended.code, `${manager} ${args.join(' ')}:\n${ended.stdout}\n${ended.stderr}`).toBe(0);
      return ended;
    }

    test('installs them and passes its tests', async () => {
      await makePlugin({ folder, packed, kind: 'backend', id: 'managed/plain', called: manager });
      await run(...install);
      expect((await run('test')).stdout).toMatch(/^[1-9]\d\d+ passed, 0 failed$/mu);
    });

    test('takes further ones later, by relative path, which find those that are there', async () => {
      const files = ['format-sell', 'backend-threads'].map(
        (room) => packed.find((each) => each.folder === `packages/${room}`)?.file ?? room,
      );
      for (const file of files) await run(...add, relative(plugin, file));
      const formats = await run(...exec, 'spmv', 'formats', '--json');
      expect(JSON.parse(formats.stdout)).toContainEqual(
        expect.objectContaining({ id: 'sell', package: '@spmv/format-sell' }),
      );
      const backends = await run(...exec, 'spmv', 'backends', '--json');
      expect(JSON.parse(backends.stdout)).toContainEqual(
        expect.objectContaining({ id: 'threads', status: 'available' }),
      );
      expect(backends.stderr).not.toContain('second copy');
    });
  },
);

test('a plugin that was made from packed packages is tested and conforms with yarn', needsFull('pnpm'), async () => {
  const packed = inject('packed');
  const plugin = await makePlugin({ folder, packed, kind: 'backend', id: 'managed/plain', called: 'yarn' });
  const manifest = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  await installByYarn(plugin, packed, manifest);
  expect((await yarn(plugin, 'test')).stdout).toMatch(/^[1-9]\d\d+ passed, 0 failed$/mu);
  expect((await yarn(plugin, 'spmv', 'conform', '.')).stdout).toContain('@managed/spmv-backend-plain@0.1.0 conforms');
});
