import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addonCompiler, missingForAddon } from '../packages/addon-build.ts';
import { compilesAddon } from '../packages/expected-kinds.ts';
import { needs } from '../needs.ts';

const root = mkdtempSync(join(tmpdir(), 'spmv-addon-'));
const BUILD = { name: 'a', flags: [], libraries: [], without: 'A will not be there.' };
const owner = { name: '@spmv/a', folder: 'a', room: 'a', manifest: {} };

function describeAddon(more: object): void {
  writeFileSync(join(root, 'a', 'addon', 'build.json'), JSON.stringify({ ...BUILD, ...more }));
}

/** What the build of the package does. */
function build(environment: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const tool = fileURLToPath(new URL('../build-addon.ts', import.meta.url));
  return spawnSync(process.execPath, [tool, ...flags, join(root, 'a')], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

beforeEach(() => {
  rmSync(join(root, 'a'), { recursive: true, force: true });
  mkdirSync(join(root, 'a', 'addon'), { recursive: true });
  mkdirSync(join(root, 'a', 'npm', 'elsewhere-x64'), { recursive: true });
  writeFileSync(join(root, 'a', 'package.json'), JSON.stringify({ version: '1.0.0' }));
  writeFileSync(join(root, 'a', 'npm', 'elsewhere-x64', 'package.json'), '{}');
  writeFileSync(join(root, 'a', 'addon', 'a.cpp'), 'extern "C" int answer() { return 42; }\n');
  describeAddon({});
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the build of an addon', () => {
  test('goes on without a compiler, and says what that means', () => {
    const { status, stderr } = build({ CXX: '/nowhere/g++' });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: "spmv a: NOT BUILT: no C++ compiler '/nowhere/g++'. Install g++, or set CXX. A will not be there.\n",
    });
  });

  test('puts what was built elsewhere into the package of its platform', () => {
    mkdirSync(join(root, 'a', 'dist', 'addon'), { recursive: true });
    writeFileSync(join(root, 'a', 'dist', 'addon', 'elsewhere-x64.node'), 'binary');
    expect(build({ CXX: '/nowhere/g++' }).status).toBe(0);
    expect(readFileSync(join(root, 'a', 'npm', 'elsewhere-x64', 'a.node'), 'utf8')).toBe('binary');
  });

  test('goes on without a header, and builds where nothing is missing', needs('cxx'), () => {
    describeAddon({ headers: { 'nowhere/nothing.h': 'libnothing-dev' } });
    expect(compilesAddon(root, owner)).toBe(false);
    expect(build({ CXX: addonCompiler() })).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('no header nowhere/nothing.h. Install libnothing-dev') as string,
    });
    // A header of more than a mebibyte is none that is missing.
    writeFileSync(join(root, 'a', 'large.h'), Array.from({ length: 100_000 }, (_, k) => `int x${k};\n`).join(''));
    expect(missingForAddon({ ...BUILD, headers: { [join(root, 'a', 'large.h')]: 'large' } })).toBeUndefined();
    describeAddon({});
    expect(compilesAddon(root, owner)).toBe(true);
    expect(build({ CXX: addonCompiler(), SPMV_ADDON_PLATFORM: 'here-x64' }).status).toBe(0);
    expect(existsSync(join(root, 'a', 'dist', 'addon', 'here-x64.node'))).toBe(true);
  });

  test('leaves out for tests what this processor does not choose, and makes it whole when asked', needs('cxx'), () => {
    const feature = /^flags\s*: (\S+)/mu.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'none';
    writeFileSync(
      join(root, 'a', 'addon', 'a.cpp'),
      'extern "C" __attribute__((visibility("default"))) const char *answer() { return ANSWER; }\n',
    );
    describeAddon({
      flags: ['-DANSWER="whole"'],
      here: { nothing: ['-DNONE'], [feature]: ['-UANSWER', '-DANSWER="in part"'] },
    });
    const built = (...flags: readonly string[]): string => {
      expect(build({ CXX: addonCompiler() }, ...flags)).toMatchObject({ status: 0, stderr: '' });
      const addon = join(root, 'a', 'dist', 'addon');
      const name = readdirSync(addon).find((one) => one.endsWith('.node')) ?? '';
      return /whole|in part/u.exec(readFileSync(join(addon, name), 'latin1'))?.[0] ?? '';
    };
    expect([built('--here'), built(), built('--here')]).toEqual(['in part', 'whole', 'whole']);
  });

  test('makes only those objects anew that something changed of', needs('cxx'), () => {
    const write = (name: string, text: string): void => writeFileSync(join(root, 'a', 'addon', name), text);
    write('a.cpp', '#include "a.h"\nextern "C" int answer() { return ANSWER; }\n');
    write('a.h', '#define ANSWER 42\n');
    write('b.cpp', 'extern "C" int other() { return 1; }\n');
    const environment = { CXX: addonCompiler(), SPMV_ADDON_PLATFORM: 'here-x64' };
    const objects = join(root, 'a', 'dist', 'addon', 'objects', 'here-x64');
    const times = (): readonly number[] => ['a.o', 'b.o'].map((name) => statSync(join(objects, name)).mtimeMs);
    expect(build(environment)).toMatchObject({ status: 0, stderr: '' });
    const first = times();
    const soon = new Date(Date.now() + 5000);
    utimesSync(join(root, 'a', 'addon', 'a.h'), soon, soon);
    expect(build(environment)).toMatchObject({ status: 0, stderr: '' });
    const second = times();
    expect(second[0]).toBeGreaterThan(first[0] as number);
    expect(second[1]).toBe(first[1]);
    write('b.cpp', 'extern "C" int other() { return nothing; }\n');
    const { status, stderr } = build(environment);
    expect(status).toBe(1);
    expect(stderr).toContain('b.cpp:1:33: error');
  });
});
