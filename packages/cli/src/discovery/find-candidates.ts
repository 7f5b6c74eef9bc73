import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { Plugin } from '@spmv/core';
import { readConfig } from './config-file.ts';
import type { PluginCandidate, Origin } from './candidate.ts';
import { keyOf } from './candidate.ts';
import { readManifest } from './manifest.ts';
import { OFFICIAL_BACKENDS } from './official.ts';
import type { Link } from '../process/link.ts';
import type { PackageFolder } from './package-folder.ts';
import {
  declaredDependencies,
  installedPackage,
  nameOf,
  nearestPackage,
  readPackage,
  versionOf,
} from './package-folder.ts';

export interface DiscoveryOptions {
  readonly cwd: string;
  /** Folder of this command's own package. */
  readonly own: string;
  /** Values of `--plugin`. */
  readonly plugins: readonly string[];
  /** What this process has of the one that waits for it. */
  readonly link: Pick<Link, 'guard' | 'excluded'>;
  /** Whether configurations that are code may run. Default: all. */
  readonly configs?: 'data' | 'all';
}

function fromPackage(found: PackageFolder, origin: Origin, otherwise: string): PluginCandidate {
  const base = { name: nameOf(found.json, otherwise), version: versionOf(found.json), origin, folder: found.folder };
  const reading = readManifest(found.json.spmv);
  return { ...base, ...reading };
}

function broken(name: string, origin: Origin, reason: string, fix: string): PluginCandidate {
  return { name, version: null, origin, problem: { code: 'PLUGIN.NOT_FOUND', reason, fix } };
}

function looksLikePath(text: string): boolean {
  return text.startsWith('.') || isAbsolute(text) || /\.[cm]?[jt]s$/.test(text);
}

/** No package of this name; there may be a folder. */
function notInstalled(name: string, base: string, origin: Origin): PluginCandidate {
  const isFolder = statSync(resolve(base, name), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder
    ? broken(name, origin, 'No package of this name is installed.', `For the folder write ./${name}`)
    : broken(name, origin, 'It is not installed.', `Run: npm install ${name}`);
}

/** A plugin named by hand: a package of the project or of this command, a folder with a package.json, or a module file. */
function fromReference(reference: string, base: string, own: string, origin: Origin): PluginCandidate {
  if (!looksLikePath(reference)) {
    const found = readSafely(
      reference,
      () => installedPackage(reference, base) ?? installedPackage(reference, own),
      origin,
    );
    if (found === undefined) return notInstalled(reference, base, origin);
    return 'origin' in found ? found : fromPackage(found, origin, reference);
  }
  const path = resolve(base, reference);
  if (!existsSync(path)) return broken(reference, origin, `${path} does not exist.`, 'Check the path given.');
  if (!statSync(path).isDirectory())
    return { name: basename(path), version: null, origin, folder: realpathSync(dirname(path)), file: path };
  const found = readSafely(reference, () => readPackage(path), origin);
  if (found === undefined)
    return broken(
      reference,
      origin,
      `${path} has no package.json.`,
      'Name the folder of the package, or the module file itself.',
    );
  return 'origin' in found ? found : fromPackage(found, origin, basename(path));
}

/** A package.json that is not JSON is a row, not an abort. */
function readSafely(
  name: string,
  read: () => PackageFolder | undefined,
  origin: Origin,
): PackageFolder | PluginCandidate | undefined {
  try {
    return read();
  } catch (error) {
    return broken(name, origin, `Its package.json cannot be read: ${(error as Error).message}`, 'Install it again.');
  }
}

/** The plugins among the declared dependencies of `owner`, which may itself be one. */
function fromDependencies(owner: PackageFolder, origin: Origin): readonly PluginCandidate[] {
  const candidates: PluginCandidate[] =
    owner.json.spmv === undefined ? [] : [fromPackage(owner, origin, basename(owner.folder))];
  for (const name of declaredDependencies(owner.json)) {
    const found = readSafely(name, () => installedPackage(name, owner.folder), origin);
    if (found === undefined) {
      if (origin !== 'cli' && OFFICIAL_BACKENDS.some((backend) => backend.package === name)) {
        candidates.push(broken(name, origin, 'It is declared in package.json but not installed.', 'Run: npm install'));
      }
    } else if ('origin' in found) candidates.push(found);
    else if (found.json.spmv !== undefined) candidates.push(fromPackage(found, origin, name));
  }
  return candidates;
}

/** What a configuration module handed over: unchecked until it is loaded. */
function fromValue(value: Plugin, path: string): PluginCandidate {
  const { name }: { readonly name?: unknown } = value;
  return {
    name: typeof name === 'string' ? name : path,
    version: null,
    origin: 'config',
    value,
  };
}

function projectOf(cwd: string): PackageFolder | undefined {
  try {
    return nearestPackage(cwd);
  } catch {
    return undefined;
  }
}

/** Ids without a vendor's name are those of the packages that this project publishes. */
const OFFICIAL = /^@spmv\//;

/**
 * Every plugin in reach, in order of precedence: the packages of this project, which no other plugin replaces; then `--plugin`,
 * `spmv.config.*`, the project you stand in, this command's own package. Reads package.json files; runs nothing but a configuration module.
 * One package found twice counts once.
 */
export async function findCandidates(options: DiscoveryOptions): Promise<readonly PluginCandidate[]> {
  const project = projectOf(options.cwd);
  const base = project?.folder ?? options.cwd;
  const found = await readConfig(base, options.link, options.configs);
  const configured = (found?.config.plugins ?? []).map((plugin) =>
    typeof plugin === 'string'
      ? fromReference(plugin, base, options.own, 'config')
      : fromValue(plugin, found?.path ?? ''),
  );
  const own = readPackage(options.own);
  const all = [
    ...options.plugins.map((plugin) => fromReference(plugin, options.cwd, options.own, 'flag')),
    ...configured,
    ...(project ? fromDependencies(project, 'project') : []),
    ...(own ? fromDependencies(own, 'cli') : []),
  ];
  const seen = new Set<string>();
  const once = all.filter((candidate) => {
    if (candidate.folder === undefined) return true;
    const key = keyOf(candidate);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
  const survived = once.map((candidate): PluginCandidate => {
    const excluded = options.link.excluded.find(({ plugin }) => plugin === keyOf(candidate));
    return excluded
      ? { ...candidate, problem: { code: excluded.code, reason: excluded.reason, fix: excluded.fix } }
      : candidate;
  });
  return [
    ...survived.filter(({ name }) => OFFICIAL.test(name)),
    ...survived.filter(({ name }) => !OFFICIAL.test(name)),
  ];
}
