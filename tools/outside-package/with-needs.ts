import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tarball } from '../packages/pack-all.ts';

/** What of a package.json here is read. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

function needsOf(room: string): readonly string[] {
  const path = fileURLToPath(new URL(`../../packages/${room}/package.json`, import.meta.url));
  const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  return Object.keys(dependencies).flatMap((name) => (name.startsWith('@spmv/') ? name.slice('@spmv/'.length) : []));
}

/** Folders of these packages and of all packages here that they need, by their manifests. */
export function withNeeds(...rooms: readonly string[]): readonly string[] {
  const wanted = new Set(rooms);
  // A set that grows while it is walked.
  for (const room of wanted) for (const need of needsOf(room)) wanted.add(need);
  return [...wanted];
}

/** The packed ones of these packages and of all that they need. */
export function packedWithNeeds(packed: readonly Tarball[], ...rooms: readonly string[]): readonly Tarball[] {
  const wanted = new Set(withNeeds(...rooms));
  return packed.filter(({ folder }) => wanted.has(basename(folder)));
}
