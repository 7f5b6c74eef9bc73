import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@spmv/core';

/** What the kit reads of a package.json. */
export interface PluginPackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly sideEffects?: unknown;
  readonly exports?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly spmv?: PluginManifest;
}

/** An installed package that brings a plugin. */
export interface PluginFolder {
  readonly folder: string;
  readonly json: PluginPackageJson;
  /** The entry its manifest names; `undefined` where there is none or it leaves the package. */
  readonly entry: string | undefined;
}

/** Reads a package's package.json; runs nothing. Throws what reading and parsing throw. */
export function readPackage(folder: string): PluginFolder {
  const root = resolve(folder);
  const json = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PluginPackageJson;
  const named: unknown = json.spmv?.entry;
  if (typeof named !== 'string') return { folder: root, json, entry: undefined };
  const path = resolve(root, named);
  const inside = relative(root, path);
  const leaves = inside.startsWith('..') || isAbsolute(inside);
  return { folder: root, json, entry: leaves ? undefined : path };
}

/** URL to import the entry by, or `undefined` where the file is not there. */
export function entryUrl({ entry }: PluginFolder): string | undefined {
  return entry !== undefined && existsSync(entry) ? pathToFileURL(entry).href : undefined;
}
