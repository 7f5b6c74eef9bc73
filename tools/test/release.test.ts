import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJsonRecord } from '../lint/json.ts';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT } from '../packages/pack-all.ts';

const run = promisify(execFile);

/** What versions and changelogs are made of, but for the changes that wait: the test brings its own. */
const ABOUT_VERSIONS = /(?:^|\/)package\.json$|^pnpm-(?:workspace|lock)\.yaml$|^\.changeset\/config\.json$/u;

describe('a release, tried on a copy of the repository', () => {
  const copy = mkdtempSync(join(tmpdir(), 'spmv-release-'));
  const before = new Map(readWorkspace(ROOT).packages.map(({ name, manifest }) => [name, String(manifest['version'])]));
  const text = (path: string): string => (existsSync(join(copy, path)) ? readFileSync(join(copy, path), 'utf8') : '');
  const versionOf = (room: string): string => String(parseJsonRecord(text(`packages/${room}/package.json`))['version']);

  beforeAll(async () => {
    for (const path of [...readWorkspace(ROOT).files.keys()].filter((each) => ABOUT_VERSIONS.test(each))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(ROOT, path), join(copy, path));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    writeFileSync(
      join(copy, '.changeset', 'faster.md'),
      `---\n"@spmv/format-sell": minor\n"@spmv/backend-cuda": patch\n---\n\nSlices of two rows.\n`,
    );
    await run(join(ROOT, 'node_modules', '.bin', 'changeset'), ['version'], { cwd: copy });
  }, 60_000);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('raises the versions asked for, and says why in the changelog', () => {
    const [major, minor] = (before.get('@spmv/format-sell') ?? '').split('.').map(Number);
    expect(versionOf('format-sell')).toBe(`${major}.${(minor ?? 0) + 1}.0`);
    expect(text('packages/format-sell/CHANGELOG.md')).toMatch(
      /^# @spmv\/format-sell\n\n## [\d.]+\n\n### Minor Changes\n\n- Slices of two rows\./u,
    );
  });

  test('leaves alone what has nothing to do with it: packages are published one by one', () => {
    for (const room of ['core', 'format-hyb', 'backend-serial'])
      expect([room, versionOf(room)]).toEqual([room, before.get(`@spmv/${room}`)]);
  });

  test('gives the binary of a platform the version of its package, which takes no other', () => {
    expect(versionOf('backend-cuda')).not.toBe(before.get('@spmv/backend-cuda'));
    expect(versionOf('backend-cuda/npm/linux-x64-gnu')).toBe(versionOf('backend-cuda'));
  });
});
