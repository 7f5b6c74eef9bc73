import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Of this clone, or of a bundle of tools/device that was unpacked. */
const ROOT = join(import.meta.dirname, '..');
const CLI = ['packages/cli', 'node_modules/@spmv/cli'].map((folder) => join(ROOT, folder)).find(existsSync);

/** The command's script. */
export const MAIN: string = join(CLI ?? '', 'dist', 'main.js');

/** The commit that is measured. */
export function commitHere(): string {
  const file = join(ROOT, 'commit');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return execFileSync('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** Machine, load, Node, commit and day, as every record says them. */
export function whereAndWhen(): string {
  const machine = `${cpus()[0]?.model.trim() ?? ''}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return `${machine}, Node ${process.version}, commit ${commitHere()}, ${new Date().toISOString().slice(0, 10)}`;
}
