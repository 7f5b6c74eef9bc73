// A copy of the working tree that may be spoilt: tracked files and new ones, dependencies, and what was built.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, lstatSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Copies the tree at `root` to the empty folder `to`. Times stay, so that nothing is built again which is up to date. */
export function copyTree(root: string, to: string): void {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const name of list.toString().split('\0').filter(Boolean))
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(to, name), { preserveTimestamps: true, verbatimSymlinks: true });
  const env = { ...process.env, CI: 'true' };
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--offline'], { cwd: to, env, stdio: 'ignore' });
  for (const name of readdirSync(join(root, 'packages')))
    copyBuilt(join(root, 'packages', name), join(to, 'packages', name));
  // Rules of a compiler name the sources of the tree in which it ran: those of the copy are meant.
  for (const rule of globSync(join(to, 'packages/*/dist/addon/objects/**/*.d'))) {
    const { atime, mtime } = lstatSync(rule);
    writeFileSync(rule, readFileSync(rule, 'utf8').replaceAll(/\S+(?=\/packages\/)/gu, to));
    utimesSync(rule, atime, mtime);
  }
}

/** Copies what was built of one package. */
export function copyBuilt(from: string, to: string): void {
  const filter = (path: string): boolean => !path.includes('node_modules', from.length);
  for (const name of ['dist', 'npm'].filter((one) => existsSync(join(from, one))))
    cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true, filter });
}
