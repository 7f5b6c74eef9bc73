import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJsonRecord } from '../lint/json.ts';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT } from '../packages/pack-all.ts';
import { type Change, packageSection, releaseSection, withSection } from '../release/changelogs.ts';

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
      `---\n"@spmv/format-sell": minor\n"@spmv/backend-cuda": patch\n---\n\nSlices of two rows. They are short.\n`,
    );
    await run(process.execPath, [join(ROOT, 'tools', 'release', 'version.ts'), copy], { cwd: copy });
  }, 60_000);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('raises the versions asked for, and says why in the changelog of each package', () => {
    const [major, minor] = (before.get('@spmv/format-sell') ?? '').split('.').map(Number);
    expect(versionOf('format-sell')).toBe(`${major}.${(minor ?? 0) + 1}.0`);
    expect(text('packages/format-sell/CHANGELOG.md')).toMatch(
      /^# @spmv\/format-sell\n\n## [\d.]+\n\n### New and changed\n\n- Slices of two rows\. They are short\.\n$/u,
    );
    expect(text('packages/backend-cuda/CHANGELOG.md')).toMatch(
      /\n### Fixed\n\n- Slices of two rows\. \(`@spmv\/format-sell`\)\n$/u,
    );
    expect(text('packages/spmv/CHANGELOG.md')).toContain('\n\nNewer versions of what it depends on.\n');
  });

  test('tells the whole release in the changelog of the repository, by package', () => {
    expect(text('CHANGELOG.md')).toBe(
      `# Changes\n\n## ${new Date().toISOString().slice(0, 10)}\n\n### @spmv/format-sell ${versionOf('format-sell')}\n\n#### New and changed\n\n- Slices of two rows.\n`,
    );
    expect(existsSync(join(copy, '.changeset', 'faster.md'))).toBe(false);
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

describe('what a changelog says', () => {
  const change = (summary: string, ...releases: readonly (readonly [string, string])[]): Change => ({
    summary,
    releases: releases.map(([name, type]) => ({ name, type })),
  });

  test('is one sentence where the change is about another package, and all of it where it is about this one', () => {
    const changes = [
      change('`a.npz` is read\nby parts. Slowly.\n\nMore.', ['b', 'patch'], ['a', 'minor']),
      change('`load?` waits. It did not.', ['a', 'minor']),
      change('It is new.\n\nIt is fast.', ['a', 'minor']),
    ];
    expect(packageSection('a', '2.0.0', changes)).toBe(
      '## 2.0.0\n\n### New and changed\n\n- It is new.\n\n  It is fast.\n- `a.npz` is read by parts. (`b`)\n- `load?` waits. It did not.',
    );
    expect(
      releaseSection(
        '2.0.0',
        new Map([
          ['a', '2.0.0'],
          ['b', '1.0.1'],
        ]),
        changes,
      ),
    ).toBe(
      '## 2.0.0\n\n### a 2.0.0\n\n#### New and changed\n\n- It is new.\n- `load?` waits.\n\n### b 1.0.1\n\n#### Fixed\n\n- `a.npz` is read by parts.',
    );
  });

  test('stands above what older versions said', () => {
    expect(withSection('# a\n\n## 0.1.0\n\nThe first.\n', '## 0.2.0\n\n- New.')).toBe(
      '# a\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\nThe first.\n',
    );
  });
});
