import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A package in a file, as `npm pack` makes them. */
export interface PackedPackage {
  readonly name: string;
  /** What a package.json says to install it: `file:` and the absolute path. */
  readonly range: string;
  /** Names of what it needs at run time. */
  readonly needs: readonly string[];
}

const BLOCK = 512;

/** The package.json of a packed package. Throws an `Error` where the file is not one. */
function manifestIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const bytes = gunzipSync(readFileSync(file));
    for (let at = 0; at + BLOCK <= bytes.length;) {
      const text = (from: number, length: number): string =>
        bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
      const size = Number.parseInt(text(124, 12).trim() || '0', 8);
      if (text(0, 100) === 'package/package.json')
        return JSON.parse(bytes.toString('utf8', at + BLOCK, at + BLOCK + size)) as Readonly<Record<string, unknown>>;
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
  } catch (cause) {
    throw new Error(`${file} is not a package made by npm pack: ${(cause as Error).message}`, { cause });
  }
  throw new Error(`${file} is not a package made by npm pack: it has no package/package.json`);
}

function packedPackage(file: string): PackedPackage {
  const { name, dependencies, peerDependencies } = manifestIn(file);
  return {
    name: String(name),
    range: `file:${file}`,
    needs: Object.keys({ ...(dependencies as object | undefined), ...(peerDependencies as object | undefined) }),
  };
}

/** The packed packages at these paths, each a `.tgz` file or a folder of such files, by name. Throws an `Error` where there is none, or where one is given twice. */
export function packedPackages(paths: readonly string[]): ReadonlyMap<string, PackedPackage> {
  const found = new Map<string, PackedPackage>();
  for (const path of paths) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((file) => file.endsWith('.tgz'))
          .map((file) => join(path, file))
      : [path];
    if (files.length === 0) throw new Error(`${path} holds no packed packages (.tgz)`);
    for (const one of files.map((file) => packedPackage(resolve(file)))) {
      const other = found.get(one.name);
      if (other !== undefined && other.range !== one.range)
        throw new Error(`${one.name} is packed twice: ${other.range.slice(5)} and ${one.range.slice(5)}`);
      found.set(one.name, one);
    }
  }
  return found;
}

/** The packed ones among `names` and all packed ones that these need. */
export function closure(
  names: readonly string[],
  packed: ReadonlyMap<string, PackedPackage>,
): readonly PackedPackage[] {
  const wanted = new Set(names);
  // A set that grows while it is walked.
  for (const name of wanted) for (const need of packed.get(name)?.needs ?? []) wanted.add(need);
  return [...wanted].flatMap((name) => packed.get(name) ?? []);
}
