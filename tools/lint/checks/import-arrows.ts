import { posix } from 'node:path';
import type { LintCheck, LintFinding } from '../check.ts';
import { importsOf } from '../syntax.ts';
import type { Workspace, WorkspacePackage } from '../workspace.ts';
import { dependenciesOf, RUNTIME_FIELDS, sourcesOf } from '../workspace.ts';

/**
 * Which packages of the workspace a package may use:
 * `core ← formats, mmio, interchange, testkit, report, reorder`, `core ← kernel-kit ← kernels-cpu, kernels-native, kernels-vendor, format-*, operations (fused, gemm, spgemm, spmm, vectors) ← cli, examples`, `kernel-kit, kernels-cpu ← backend-*`. A package that no line names may use none: add a line with its reason.
 */
const ARROWS: readonly (readonly [room: RegExp, mayUse: RegExp])[] = [
  [/^core$/u, /^$/u],
  [/^(?:formats|mmio|interchange|testkit|kernel-kit|report|reorder)$/u, /^core$/u],
  [
    /^(?:kernels-cpu|kernels-native|kernels-vendor|format-.+|fused|gemm|spgemm|spmm|vectors)$/u,
    /^(?:core|kernel-kit)$/u,
  ],
  // What turns a program into launches is shared with the CUDA backend.
  [/^trace$/u, /^(?:core|kernel-kit)$/u],
  // Exhibits are made of what a report draws.
  [/^studies$/u, /^(?:core|report)$/u],
  [/^advice$/u, /^core$/u],
  // Methods are steps over operations, wherever they run.
  [/^solvers$/u, /^(?:core|direct|fused|multigrid|vectors)$/u],
  // Levels are products of matrices.
  [/^multigrid$/u, /^(?:core|kernel-kit|spgemm)$/u],
  // Factors are ordered first, and their WebAssembly is loaded as that of kernels is.
  [/^direct$/u, /^(?:core|kernel-kit|kernels-cpu|reorder)$/u],
  // What runs combinations knows no format, kernel or backend.
  [/^engine$/u, /^(?:core|report|advice)$/u],
  [/^spmv$/u, /^(?!cli$|engine$|testkit$|report$|studies$).+$/u],
  // Ranks divide rows by the rule that plans are made with.
  [/^backend-petsc$/u, /^(?:core|reorder)$/u],
  [/^backend-.+$/u, /^(?:core|kernel-kit|kernels-cpu)$/u],
  [/^cli$/u, /^(?!cli$).+$/u],
];

/**
 * Layers inside a package, lowest first: folders of `src`, and files that lie there themselves. A file may import its own folder and the layers
 * below; files of `src` itself those of their layer, too. What no layer names may be imported by nobody: name it here.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/cli': [
    ['cli-error.ts', 'gone.ts', 'exit-codes.ts'],
    ['host', 'output', 'process'],
    ['collection'],
    ['discovery', 'matrices'],
    ['session'],
    ['documents'],
    ['commands'],
    [
      'complete.ts',
      'entry.ts',
      'finish-kept.ts',
      'finish.ts',
      'given-flags.ts',
      'index.ts',
      'main.ts',
      'named-files.ts',
      'own-package.ts',
      'program.ts',
      'size-flags.ts',
      'worker.ts',
    ],
  ],
};

const ANY = /^.+$/u;

/** Whether a package in `folder` (`packages/cli`) called `room` may use the workspace package `used`. */
export function mayUse(folder: string, room: string, used: string): boolean {
  const allowed = folder.startsWith('packages/') ? ARROWS.find(([pattern]) => pattern.test(room))?.[1] : ANY;
  return allowed?.test(used) ?? false;
}

/** Sources and manifests keep to the arrows of the design; tests use what they like, as long as packages form no ring. */
export const importArrows: LintCheck = {
  name: 'import-arrows',
  run: (workspace) => [
    ...againstSources(workspace),
    ...againstManifests(workspace),
    ...rings(workspace),
    ...againstLayers(workspace),
  ],
};

/** Imports inside a package that has layers, from a lower one to a higher one or between folders of one. */
function againstLayers(workspace: Workspace): readonly LintFinding[] {
  return sourcesOf(workspace).flatMap(([file, text, { folder }]) => {
    const layers = LAYERS[folder];
    if (layers === undefined) return [];
    const partOf = (path: string): string => path.slice(`${folder}/src/`.length).split('/')[0] ?? '';
    const heightOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));
    const from = partOf(file);
    return importsOf(file, text).flatMap(({ specifier, line }) => {
      if (!specifier.startsWith('.')) return [];
      const path = posix.join(posix.dirname(file), specifier);
      const to = path.startsWith(`${folder}/src/`) ? partOf(path) : undefined;
      // What lies outside the sources is no module of a layer: package.json, data.
      if (to === undefined || to === from) return [];
      const below = heightOf(to) >= 0 && heightOf(to) < heightOf(from);
      const beside = heightOf(to) === heightOf(from) && heightOf(to) >= 0 && to.endsWith('.ts') && from.endsWith('.ts');
      return below || beside ? [] : [{ file, line, message: `'${from}' may not import '${to}'` }];
    });
  });
}

/** The workspace package that a module specifier names: `@spmv/core` for `@spmv/core/x`. */
function usedPackage(workspace: Workspace, specifier: string): WorkspacePackage | undefined {
  return workspace.packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

function againstSources(workspace: Workspace): readonly LintFinding[] {
  return sourcesOf(workspace).flatMap(([file, text, owner]) =>
    importsOf(file, text).flatMap(({ specifier, line }) => {
      const used = usedPackage(workspace, specifier);
      if (used === undefined || used === owner || mayUse(owner.folder, owner.room, used.room)) return [];
      return [{ file, line, message: `${owner.name} may not import ${used.name}` }];
    }),
  );
}

function againstManifests(workspace: Workspace): readonly LintFinding[] {
  return workspace.packages.flatMap((owner) =>
    [...dependenciesOf(owner.manifest, ...RUNTIME_FIELDS).keys()].flatMap((name) => {
      const used = usedPackage(workspace, name);
      if (used === undefined || mayUse(owner.folder, owner.room, used.room)) return [];
      return [{ file: `${owner.folder}/package.json`, message: `${owner.name} may not depend on ${name}` }];
    }),
  );
}

/** Packages that need themselves, tests included: they could neither be built nor published in any order. */
function rings(workspace: Workspace): readonly LintFinding[] {
  const uses = new Map(
    workspace.packages.map((owner) => [
      owner.name,
      [...dependenciesOf(owner.manifest, ...RUNTIME_FIELDS, 'devDependencies').keys()],
    ]),
  );
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    (uses.get(from) ?? []).some(
      (next) => next === wanted || (!seen.has(next) && reaches(next, wanted, seen.add(next))),
    );
  return workspace.packages
    .filter(({ name }) => reaches(name, name, new Set()))
    .map(({ name, folder }) => ({
      file: `${folder}/package.json`,
      message: `${name} depends on itself through other packages`,
    }));
}
