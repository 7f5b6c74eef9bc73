import { posix } from 'node:path';
import type { LintCheck, LintFinding } from '../check.ts';
import { isRecord, parseJsonRecord } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import { dependenciesOf, RUNTIME_FIELDS } from '../workspace.ts';

/** `tsc -b` builds in the order of the references, nx and pnpm in the order of the dependencies: they have to agree. */
export const tsconfigReferences: LintCheck = {
  name: 'tsconfig-references',
  run: (workspace) => [...root(workspace), ...packages(workspace)],
};

/** Folders that a tsconfig.json refers to, relative to the root of the repository. */
function referencesOf(workspace: Workspace, file: string): ReadonlySet<string> {
  const { references } = parseJsonRecord(workspace.files.get(file) ?? '{}');
  const listed: readonly unknown[] = Array.isArray(references) ? references : [];
  const paths = listed.map((reference) =>
    isRecord(reference) && typeof reference['path'] === 'string' ? reference['path'] : '',
  );
  return new Set(paths.map((path) => posix.join(posix.dirname(file), path).replace(/\/tsconfig\.json$/u, '')));
}

function compiled(workspace: Workspace): readonly Workspace['packages'][number][] {
  return workspace.packages.filter(({ folder }) => workspace.files.has(`${folder}/tsconfig.json`));
}

function compare(file: string, found: ReadonlySet<string>, wanted: ReadonlySet<string>): readonly LintFinding[] {
  return [
    ...[...wanted]
      .filter((folder) => !found.has(folder))
      .map((folder) => ({ file, message: `has no reference to ${folder}` })),
    ...[...found]
      .filter((folder) => !wanted.has(folder))
      .map((folder) => ({ file, message: `refers to ${folder} without need` })),
  ];
}

function root(workspace: Workspace): readonly LintFinding[] {
  if (!workspace.files.has('tsconfig.json')) return [];
  const all = compiled(workspace).map(({ folder }) => folder);
  const found = referencesOf(workspace, 'tsconfig.json');
  // Apps and examples may take part in `tsc -b`; packages must.
  const wanted = all.filter((folder) => folder.startsWith('packages/') || found.has(folder));
  return compare('tsconfig.json', found, new Set(wanted));
}

function packages(workspace: Workspace): readonly LintFinding[] {
  return compiled(workspace).flatMap(({ folder, manifest }) => {
    const names = dependenciesOf(manifest, ...RUNTIME_FIELDS);
    const wanted = compiled(workspace)
      .filter(({ name }) => names.has(name))
      .map((used) => used.folder);
    return compare(`${folder}/tsconfig.json`, referencesOf(workspace, `${folder}/tsconfig.json`), new Set(wanted));
  });
}
