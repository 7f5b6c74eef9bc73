import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Tarball } from '../packages/pack-all.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of somebody who uses spmv, somewhere outside this repository. */
export interface Project {
  readonly folder: string;
  /** Runs the installed `spmv` with these arguments, as `npx spmv` would. Never throws for an exit code. */
  spmv(...args: readonly string[]): Promise<Ended>;
  remove(): void;
}

/** Makes a project with nothing in it but these packed packages, installed by npm. */
export async function makeProject(tarballs: readonly Tarball[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-outside-'));
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'outside', private: true, type: 'module', dependencies }, null, 2)}\n`);
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, env: environment() });
  return {
    folder,
    spmv: (...args) => run(join(folder, 'node_modules', '.bin', 'spmv'), args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Without what pnpm and npm tell the scripts they run: the project knows nothing of this repository. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|NODE_OPTIONS$|NODE_PATH$|VITEST)/iu.test(name));
  return { ...Object.fromEntries(own), PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), NO_COLOR: '1' };
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd, env: environment(), maxBuffer: 2 ** 26, timeout: 120_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 143;
      resolve({ code, stdout, stderr });
    });
  });
}
