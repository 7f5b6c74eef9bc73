import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJsonRecord, type JsonRecord } from './json.ts';

/** One package of the workspace. */
export interface WorkspacePackage {
  /** Name in its manifest: `@spmv/core`. */
  readonly name: string;
  /** Folder relative to the root: `packages/core`. */
  readonly folder: string;
  /** Last part of the folder: `core`. */
  readonly room: string;
  readonly manifest: JsonRecord;
}

/** The files of the repository by path relative to the root, with what the checks ask of them. */
export interface Workspace {
  readonly files: ReadonlyMap<string, string>;
  readonly packages: readonly WorkspacePackage[];
  /** Whether a file or folder of this path exists, also one whose text is not among `files`. */
  exists(path: string): boolean;
}

const TEXT =
  /\.(?:ts|tsx|mts|js|mjs|cjs|json|md|yaml|yml|wgsl|cu|cuh|cpp|cc|c|h|hpp|html|css|sh|toml)$|(?:^|\/)(?:run|LICENSE)$/u;
const MADE = new Set(['node_modules', 'dist', '.git', '.nx', 'coverage']);
const PACKAGE = /^(?:packages|apps|examples)\/([^/]+)$/u;

/** A workspace of the given files, for the real one and for the tests of the checks. */
export function workspaceOf(
  entries: Iterable<readonly [path: string, text: string]>,
  others: Iterable<string> = [],
): Workspace {
  const files = new Map(entries);
  const known = new Set<string>();
  for (const path of [...files.keys(), ...others]) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) known.add(path.slice(0, end));
  }
  const packages: WorkspacePackage[] = [];
  for (const [path, text] of files) {
    const folder = path.endsWith('/package.json') ? path.slice(0, -'/package.json'.length) : '';
    const room = PACKAGE.exec(folder)?.[1];
    if (room === undefined) continue;
    const manifest = parseJsonRecord(text);
    packages.push({ name: typeof manifest['name'] === 'string' ? manifest['name'] : room, folder, room, manifest });
  }
  packages.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  return { files, packages, exists: (path) => known.has(path) };
}

/** Every file of the repository in `root` that git does not ignore, committed or not. */
export function readWorkspace(root: string): Workspace {
  const paths = listFiles(root).filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile());
  const texts = paths
    .filter((path) => TEXT.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  return workspaceOf(texts, paths);
}

/** By git; in a copy without git, everything but what tools make. */
function listFiles(root: string): readonly string[] {
  // A continuous integration often runs as another user than the one who cloned, which git else refuses.
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return stdout.split('\0').filter((path) => path !== '');
  const walk = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return MADE.has(entry.name) ? [] : walk(path);
    });
  return walk('');
}

/** The package that a file belongs to. */
export function packageOf(workspace: Workspace, path: string): WorkspacePackage | undefined {
  return workspace.packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** TypeScript and JavaScript files in `folder/src` of every package, or in another folder of them. */
export function sourcesOf(
  workspace: Workspace,
  inside = 'src',
): readonly (readonly [path: string, text: string, owner: WorkspacePackage])[] {
  return [...workspace.files].flatMap(([path, text]) => {
    if (!/\.(?:ts|tsx|mts|mjs|js)$/u.test(path)) return [];
    const owner = packageOf(workspace, path);
    return owner !== undefined && path.startsWith(`${owner.folder}/${inside}/`) ? [[path, text, owner] as const] : [];
  });
}

/** Names in these dependency fields of a manifest, with their version ranges. */
export function dependenciesOf(
  manifest: JsonRecord,
  ...fields: readonly DependencyField[]
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    const listed = manifest[field];
    if (!isRecord(listed)) continue;
    for (const [name, range] of Object.entries(listed)) found.set(name, String(range));
  }
  return found;
}

export type DependencyField = 'dependencies' | 'peerDependencies' | 'optionalDependencies' | 'devDependencies';

/** Fields whose packages a user of the package gets or brings. */
export const RUNTIME_FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;
