// Copies built packages and what they need at run time into one flat node_modules.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { addonPlatform } from '../../packages/addon-build.ts';

/** Files of a built package that nobody reads at run time. */
const UNUSED = /(\.d\.[cm]?ts|\.map|\.tsbuildinfo|\.md)$/;

/** Of sources only texts of kernels are read at run time. */
const COMPILED = /\.(ts|mts|c|cc|cpp|h|hpp)$/;

/** What of a manifest is read. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main?: string;
  readonly files?: readonly string[];
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readJson = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** Folders of workspace packages: packages/*, and the binary packages inside them. */
function workspacePackages(root: string): readonly string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    found.push(folder);
    const binaries = join(folder, 'npm');
    if (!existsSync(binaries)) continue;
    for (const platform of readdirSync(binaries)) {
      if (existsSync(join(binaries, platform, 'package.json'))) found.push(join(binaries, platform));
    }
  }
  return found;
}

/** The parts of a package that travel: what its manifest lists as files, without tests and what was compiled. */
function copyPackage(folder: string, target: string): Manifest {
  const manifest = readJson(join(folder, 'package.json'));
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'package.json'), join(target, 'package.json'));
  for (const entry of (manifest.files ?? ['dist']).filter((pattern) => !pattern.startsWith('!'))) {
    const from = join(folder, entry);
    const filter = (path: string): boolean => !UNUSED.test(path) && !(entry === 'src' && COMPILED.test(path));
    if (existsSync(from)) cpSync(from, join(target, entry), { recursive: true, dereference: true, filter });
  }
  return manifest;
}

function linkCommands(manifest: Manifest, modules: string): void {
  const commands =
    typeof manifest.bin === 'string' ? { [basename(manifest.name)]: manifest.bin } : (manifest.bin ?? {});
  for (const [command, file] of Object.entries(commands)) {
    const path = join(modules, '..', 'bin', command);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nexec "$here/node" "$here/../node_modules/${manifest.name}/${file}" "$@"\n`,
    );
    chmodSync(path, 0o755);
  }
}

/** Copies every workspace package that was built, as dependencies of a project: the command finds plugins by what a project declares. Returns `name@version` of each. */
export function stagePackages(root: string, staging: string): readonly string[] {
  const modules = join(staging, 'node_modules');
  const names: string[] = [];
  const dependencies: Record<string, string> = {};
  for (const folder of workspacePackages(root)) {
    const isBinary = dirname(folder).endsWith(`${sep}npm`);
    if (!isBinary && !existsSync(join(folder, 'dist'))) continue;
    const { name, main } = readJson(join(folder, 'package.json'));
    if (isBinary && !existsSync(join(folder, main ?? ''))) {
      // What is for other platforms is of no use where the bundle goes.
      if (basename(folder) !== addonPlatform()) continue;
      throw new Error(`No binary in ${folder}: run \`pnpm build\` where there is a C++ compiler.`);
    }
    const manifest = copyPackage(folder, join(modules, name));
    linkCommands(manifest, modules);
    names.push(`${name}@${manifest.version}`);
    if (!isBinary) dependencies[name] = manifest.version;
  }
  writeFileSync(
    join(staging, 'package.json'),
    `${JSON.stringify({ name: 'spmv-offline', private: true, type: 'module', dependencies }, null, 2)}\n`,
  );
  return names;
}

/** Where `name` is installed as seen from `folder`, or undefined. */
function installedAt(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (at === dirname(at)) return undefined;
  }
}

/** Whether a file or folder, as a path inside its package, travels. Of the platforms webgpu has binaries for only Linux x64 does. */
function travels(name: string, path: string): boolean {
  if (name === 'webgpu' && /^\/dist\/[^/]+$/.test(path)) return path.endsWith('linux-x64');
  return !UNUSED.test(path) && !path.includes(`${sep}node_modules`);
}

/** Copies third-party dependencies of the workspace packages, and theirs in turn; the first version of a name wins. */
export function stageDependencies(root: string, staging: string): readonly string[] {
  const modules = join(staging, 'node_modules');
  const done = new Map<string, string>();
  const visit = (folder: string): void => {
    const manifest = readJson(join(folder, 'package.json'));
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    })) {
      if (name.startsWith('@spmv/') || done.has(name)) continue;
      const installed = installedAt(folder, name);
      if (!installed) continue;
      done.set(name, `${name}@${readJson(join(installed, 'package.json')).version}`);
      cpSync(installed, join(modules, name), {
        recursive: true,
        dereference: true,
        filter: (path) => travels(name, path.slice(installed.length)),
      });
      visit(installed);
    }
  };
  for (const folder of workspacePackages(root)) visit(folder);
  return [...done.values()];
}
