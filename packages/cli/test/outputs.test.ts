import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../src/output/write-file.ts';
import { checkWritable } from '../src/output/write-target.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';
import { needs, unless } from '../../../tools/needs.ts';

const cwd = fakeProject({});
const root = process.getuid?.() === 0;
const posix = process.platform !== 'win32';

function folderWith(name: string, text: string, mode = 0o644): { folder: string; path: string } {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return { folder, path };
}

describe('a regular file', () => {
  it('is replaced whole and keeps its mode; a new one gets the usual', async () => {
    const { folder, path } = folderWith('private.csv', 'old', 0o600);
    const inode = statSync(path).ino;
    await writeWhole(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).ino).not.toBe(inode);
    await writeWhole(join(folder, 'fresh'), 'x');
    writeFileSync(join(folder, 'usual'), '');
    expect(statSync(join(folder, 'fresh')).mode).toBe(statSync(join(folder, 'usual')).mode);
    expect(readdirSync(folder).sort()).toEqual(['fresh', 'private.csv', 'usual']);
  });

  it('keeps its owner where root writes it', unless(root ? undefined : 'not run by root (sudo npm test)'), async () => {
    const { path } = folderWith('theirs', 'old', 0o640);
    chownSync(path, 1234, 4321);
    await writeWhole(path, 'new');
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 4321 });
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('is left as it was when the contents fail, and so is its folder', async () => {
    const { folder, path } = folderWith('kept', 'old');
    const failing = (async function* () {
      yield 'half';
      throw new RangeError('no more');
    })();
    await expect(writeWhole(path, failing)).rejects.toThrow(/Cannot write .*kept.*no more/);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['kept']);
  });
});

describe('what is no regular file', unless(posix ? undefined : 'not on Windows (its files are others)'), () => {
  it('a link stays, and what it leads to is replaced, through links to links and to what is not there yet', async () => {
    const { folder, path } = folderWith('target', 'old', 0o600);
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync('../target', join(folder, 'elsewhere', 'inner'));
    symlinkSync(join('elsewhere', 'inner'), join(folder, 'outer'));
    symlinkSync('later', join(folder, 'dangling'));
    await writeWhole(join(folder, 'outer'), 'new');
    await writeWhole(join(folder, 'dangling'), 'made');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readlinkSync(join(folder, 'outer'))).toBe('elsewhere/inner');
    expect(lstatSync(join(folder, 'elsewhere', 'inner')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'later'), 'utf8')).toBe('made');
    symlinkSync('round', join(folder, 'round'));
    await expect(writeWhole(join(folder, 'round'), 'x')).rejects.toThrow('its links lead in a circle');
  });

  it('a device is written through and stays one', async () => {
    await writeWhole('/dev/null', 'gone');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    if (!root) return;
    const device = join(temporaryFolder(), 'null');
    if (spawnSync('mknod', [device, 'c', '1', '3']).status !== 0) return;
    const run = await runCli(['formats', '--csv', device], { cwd });
    expect(run.code).toBe(0);
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
  });

  it('a pipe is written into', async () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDWR);
    try {
      const run = await runCli(['generate', 'vector', 'length=2', 'seed=1', '--out', pipe], { cwd });
      expect(run.code).toBe(0);
      expect(lstatSync(pipe).isFIFO()).toBe(true);
    } finally {
      closeSync(reader);
    }
  });

  it('/dev/stdout is the output, also when that is a file', async () => {
    expect((await runCli(['formats', '--csv', '/dev/stdout'], { cwd })).stdout).toContain('id,package,');
    const file = join(temporaryFolder(), 'all.txt');
    const main = new URL('../src/main.ts', import.meta.url).pathname;
    execFileSync(
      'sh',
      ['-c', 'exec "$0" --conditions=@spmv/source "$1" formats --csv /dev/stdout > "$2"', process.execPath, main, file],
      { cwd },
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^format.*\n[^]*\nid,package,/);
  });

  it('a full disk is said in words, for every command that writes', needs('full'), async () => {
    for (const args of [
      ['formats', '--csv', '/dev/full'],
      ['info', 'cage4', '--spy', '/dev/full'],
      ['generate', 'vector', 'length=2', '--out', '/dev/full'],
      ['multiply', 'cage4', '--out', '/dev/full'],
      ['solve', 'cage4', '--out', '/dev/full'],
      ['rank', 'cage4', '--out', '/dev/full'],
    ]) {
      const run = await runCli(args, { cwd });
      expect(run.stderr).toMatch(/Cannot write \/dev\/full: no space left on the device/);
      expect([run.code, run.stdout.includes('was stopped')]).toEqual([1, false]);
    }
  });
});

describe('what cannot be written is said before any work', () => {
  const folder = temporaryFolder();

  it.each([
    [['bench', 'cage4', '--csv', folder]],
    [['tune', 'cage4', '--out', folder]],
    [['info', 'cage4', '--spy', folder]],
    [['multiply', 'cage4', '--out', folder]],
    [['generate', 'vector', 'length=2', '--out', folder]],
    [['formats', '--csv', join(folder, 'no', 'file')]],
    [['formats', '--csv', join(folder, 'x'.repeat(300))]],
  ])('%j', async (args) => {
    const run = await runCli(args, { cwd });
    expect(run.stderr).toMatch(
      /Cannot write .*: .*(is a folder, not a file|is not a folder that can be written to|the name is too long)/,
    );
    expect([run.code, run.stdout]).toEqual([1, '']);
  });

  it(
    'a file or folder that one may not write to, and no temporary file stays',
    unless(posix ? undefined : 'not on Windows (its files are others)'),
    () => {
      const { folder: home, path } = folderWith('read-only', 'old', 0o444);
      chmodSync(home, 0o777);
      const closed = join(home, 'closed');
      mkdirSync(closed, { mode: 0o555 });
      const script = `
      const { writeWhole } = await import(${JSON.stringify(new URL('../src/output/write-file.ts', import.meta.url).href)});
      ${root ? 'process.setgid(65534); process.setuid(65534); // only now: others may not reach the Node of this clone' : ''}
      for (const path of ${JSON.stringify([path, join(closed, 'x')])}) await writeWhole(path, 'new').then(() => console.log('written'), (error) => console.log(error.message));
    `;
      const run = spawnSync(process.execPath, ['--conditions=@spmv/source', '--input-type=module', '-e', script], {
        encoding: 'utf8',
        cwd: '/',
      });
      const lines = run.stdout.trim().split('\n');
      expect(lines[0]).toMatch(/Cannot write .*read-only: permission denied/);
      expect(lines[1]).toMatch(/Cannot write .*closed is not a folder that can be written to/);
      expect(readFileSync(path, 'utf8')).toBe('old');
      expect(readdirSync(home).sort()).toEqual(['closed', 'read-only']);
    },
  );

  it('checks without touching', () => {
    const path = join(folder, 'untouched');
    checkWritable(path);
    expect(existsSync(path)).toBe(false);
  });
});
