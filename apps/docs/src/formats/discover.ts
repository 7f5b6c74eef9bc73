import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kernel, Plugin, SparseFormat } from '@spmv/core';
import type { Repository } from '../repository.ts';

/** A format with what the packages of this repository bring for it. */
export interface FoundFormat {
  readonly format: SparseFormat;
  /** `@spmv/format-sell`. */
  readonly packageName: string;
  /** Folder in `packages`. */
  readonly room: string;
  /** Under which name the package exports it, as the API reference knows it. */
  readonly exportName: string;
  readonly kernels: readonly Kernel[];
}

interface Manifest {
  readonly name: string;
  readonly spmv?: { readonly entry?: string; readonly provides?: Readonly<Record<string, readonly string[]>> };
}

/** Every format and kernel that the packages say they provide: those of a new package appear without a word here. */
export async function discoverFormats(repository: Repository): Promise<readonly FoundFormat[]> {
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ pathToFileURL(join(repository.root, path)).href) as Promise<
      Readonly<Record<string, unknown>>
    >;
  const found: Omit<FoundFormat, 'kernels'>[] = [];
  const kernels: Kernel[] = [];
  for (const name of repository.list('packages')) {
    const folder = `packages/${name.replace(/\/$/u, '')}`;
    if (!repository.exists(`${folder}/package.json`)) continue;
    const manifest = JSON.parse(repository.read(`${folder}/package.json`)) as Manifest;
    const entry = manifest.spmv?.entry;
    if (entry === undefined) continue;
    const source = `${folder}/${entry.replace(/^\.\/dist\//u, 'src/').replace(/\.js$/u, '.ts')}`;
    const plugin = (await load(source))['default'] as Plugin;
    kernels.push(...(plugin.kernels ?? []));
    if ((plugin.formats ?? []).length === 0) continue;
    const exported = Object.entries(await load(`${folder}/src/index.ts`));
    for (const format of plugin.formats ?? []) {
      const exportName = exported.find(([, value]) => value === format)?.[0];
      if (exportName === undefined) throw new Error(`${manifest.name} does not export its format '${format.id}'`);
      found.push({ format, packageName: manifest.name, room: folder.slice('packages/'.length), exportName });
    }
  }
  // The well-known formats come first.
  const ordered = found.toSorted((a, b) => Number(b.room === 'formats') - Number(a.room === 'formats'));
  return ordered.map((each) => ({ ...each, kernels: kernels.filter(({ format }) => format === each.format.id) }));
}
