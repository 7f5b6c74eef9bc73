import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { CollectionName } from './collection-name.ts';

/** Where the collection is, and where what was fetched of it is kept. */
export interface CollectionPlaces {
  /** Addresses under which `files/ssstats.csv` and `MM/GROUP/NAME.tar.gz` lie, the best first. */
  readonly bases: readonly string[];
  /** Folder of the matrices that were fetched. */
  readonly folder: string;
}

/** What a user may say about places; the environment says the rest. */
export interface CollectionOptions {
  readonly from?: readonly string[];
  readonly cache?: string;
}

/** The site of the collection and its mirrors. */
const BASES = [
  'https://sparse.tamu.edu',
  'https://suitesparse-collection-website.herokuapp.com',
  'http://sparse-files.engr.tamu.edu',
];

/** The folder for files that can be had again, as the system has it. */
function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const given = (name: string): string | undefined => (env[name] ?? '') || undefined;
  const asked = given('XDG_CACHE_HOME');
  if (asked !== undefined) return join(asked, 'spmv');
  if (platform === 'win32') return join(given('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local'), 'spmv', 'Cache');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches', 'spmv') : join(homedir(), '.cache', 'spmv');
}

/** The folder for what this command keeps and can make or get again: `SPMV_CACHE`, else the user's. */
export function cacheRoot(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  return resolve((env['SPMV_CACHE'] ?? '') || cacheFolder(env, platform));
}

function checkedBase(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw usageError(
    `'${text}' is no address of a copy of the collection.`,
    'Write one that begins with https:// or http://; below it lie files/ssstats.csv and MM/GROUP/NAME.tar.gz.',
  );
}

/**
 * Flags first, then `SPMV_SUITESPARSE` (addresses with commas) and `SPMV_CACHE`, then the site of the collection and the user's cache folder.
 *
 * Errors: usage, for an address that is none.
 */
export function placesOf(
  { from, cache }: CollectionOptions = {},
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): CollectionPlaces {
  const listed = (env['SPMV_SUITESPARSE'] ?? '').split(',').filter((part) => part.trim() !== '');
  const bases = from ?? (listed.length > 0 ? listed : BASES);
  return {
    bases: bases.map((base) => checkedBase(base.trim())),
    folder: join(cache === undefined ? cacheRoot(env, platform) : resolve(cache), 'suitesparse'),
  };
}

/** The folder of one matrix. */
export function matrixFolder({ folder }: CollectionPlaces, { group, name }: CollectionName): string {
  return join(folder, group, name);
}

/** The files of a matrix that are kept: itself, right-hand side, solution. */
export function keptFiles({ name }: CollectionName): readonly string[] {
  return [`${name}.mtx`, `${name}_b.mtx`, `${name}_x.mtx`];
}
