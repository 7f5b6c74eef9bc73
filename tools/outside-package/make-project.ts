import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Tarball } from '../packages/pack-all.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { type EndedProgram, runOutside } from './run-outside.ts';

/** A project of somebody who uses spmv, somewhere outside this repository. */
export interface Project {
  readonly folder: string;
  /** Runs the installed `spmv` with these arguments, as `npx spmv` would. Never throws for an exit code. */
  spmv(...args: readonly string[]): Promise<EndedProgram>;
  remove(): void;
}

/** Makes a project with nothing in it but these packed packages, installed by npm. */
export async function makeProject(tarballs: readonly Tarball[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-outside-'));
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'outside', private: true, type: 'module', dependencies }, null, 2)}\n`,
  );
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    env: outsideEnvironment(),
    shell: process.platform === 'win32', // npm is a .cmd file there
  });
  return {
    folder,
    spmv: (...args) => runOutside(join(folder, 'node_modules', '.bin', 'spmv'), args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
