import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';

/** The fields of a package.json that are read here. Unchecked: anybody may have written it. */
export interface PackageJson {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly spmv?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly peerDependencies?: unknown;
}

export interface PackageFolder {
  /** Real path: links of the package manager are followed. */
  readonly folder: string;
  readonly json: PackageJson;
}

/** The package.json of exactly this folder; `undefined` when there is none, throws what JSON.parse throws when it is broken. */
export function readPackage(folder: string): PackageFolder | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null) return undefined;
  return { folder: realpathSync(folder), json };
}

/** The nearest folder upwards from `start` with a package.json. */
export function nearestPackage(start: string): PackageFolder | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = readPackage(folder);
    if (found || folder === parse(folder).root) return found;
  }
}

/**
 * The installed package `name` as code in `from` would find it. Looks for folders rather than resolving modules: a package need not
 * export its package.json, nor anything under the `require` condition.
 */
export function installedPackage(name: string, from: string): PackageFolder | undefined {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  for (const path of paths) {
    const found = readPackage(join(path, name));
    if (found) return found;
  }
  return undefined;
}

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Names of everything a package declares to depend on, once each, in the order of its file. */
export function declaredDependencies(json: PackageJson): readonly string[] {
  const names = FIELDS.flatMap((field) => {
    const group = json[field];
    return typeof group === 'object' && group !== null ? Object.keys(group) : [];
  });
  return [...new Set(names)];
}

export function nameOf(json: PackageJson, otherwise: string): string {
  return typeof json.name === 'string' ? json.name : otherwise;
}

export function versionOf(json: PackageJson): string | null {
  return typeof json.version === 'string' ? json.version : null;
}
