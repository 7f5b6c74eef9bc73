import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The files that pages are made of, by path relative to the root. */
export interface Repository {
  readonly root: string;
  read(path: string): string;
  bytes(path: string): Buffer;
  size(path: string): number;
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** Names in a folder, sorted; those of folders end in `/`. */
  list(folder: string): readonly string[];
  /** Its place on the web: to read a file or folder, or to edit a file. */
  address(path: string, how?: 'read' | 'edit'): string;
  /** The path of a file or folder from such a place, or `undefined` for other addresses. */
  pathOf(address: string): string | undefined;
}

/** The repository in `root`; its place on the web is the one that the front door's package.json names. */
export function openRepository(root: string): Repository {
  const at = (path: string): string => join(root, path);
  const web = webOf(readFileSync(at('packages/spmv/package.json'), 'utf8'));
  const isFolder = (path: string): boolean => existsSync(at(path)) && statSync(at(path)).isDirectory();
  return {
    root,
    read: (path) => readFileSync(at(path), 'utf8'),
    bytes: (path) => readFileSync(at(path)),
    size: (path) => statSync(at(path)).size,
    exists: (path) => existsSync(at(path)),
    isFolder,
    list: (folder) =>
      readdirSync(at(folder), { withFileTypes: true })
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .sort(),
    address: (path, how = 'read') =>
      `${web}/${how === 'read' ? (isFolder(path) ? 'tree' : 'blob') : how}/main/${encodeURI(path)}`,
    pathOf: (address) => {
      const [, path] = address.startsWith(`${web}/`)
        ? (/^\/(?:blob|tree)\/main\/(.*)$/u.exec(address.slice(web.length)) ?? [])
        : [];
      return path === undefined ? undefined : posix.normalize(decodeURI(path)).replace(/\/$/u, '');
    },
  };
}

function webOf(manifest: string): string {
  const { repository } = JSON.parse(manifest) as { readonly repository?: { readonly url?: string } };
  const web = /^git\+(https:.+)\.git$/u.exec(repository?.url ?? '')?.[1];
  if (web === undefined) throw new Error(`packages/spmv/package.json names no repository of the form git+https:….git`);
  return web;
}
