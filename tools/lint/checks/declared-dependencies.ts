import type { LintCheck, LintFinding } from '../check.ts';
import { recordAt } from '../json.ts';
import { importsOf } from '../syntax.ts';
import type { Workspace, WorkspacePackage } from '../workspace.ts';
import { dependenciesOf, RUNTIME_FIELDS, sourcesOf } from '../workspace.ts';

/** What a file imports is declared by its package, reached through the package's `exports`, and never by a path into it. */
export const declaredDependencies: LintCheck = {
  name: 'declared-dependencies',
  run: (workspace) => [...imports(workspace, 'src'), ...imports(workspace, 'test')],
};

/** What tests of several packages share. */
const FOR_TESTS = new Set([
  'bench/recorded.ts',
  ...['full-lane', 'machine', 'needs', 'runner', 'split-rows'].map((stem) => `tools/${stem}.ts`),
]);

/** `@scope/name` of `@scope/name/sub`, `name` of `name/sub`. */
export function packageNameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function imports(workspace: Workspace, inside: 'src' | 'test'): readonly LintFinding[] {
  const shared = dependenciesOf(workspaceManifest(workspace), 'devDependencies');
  return sourcesOf(workspace, inside).flatMap(([file, text, owner]) => {
    const declared =
      inside === 'src'
        ? dependenciesOf(owner.manifest, ...RUNTIME_FIELDS)
        : new Map([...shared, ...dependenciesOf(owner.manifest, ...RUNTIME_FIELDS, 'devDependencies')]);
    return importsOf(file, text).flatMap(({ specifier, line }) => {
      const message = problem(workspace, owner, file, specifier, declared);
      return message === undefined ? [] : [{ file, line, message }];
    });
  });
}

function workspaceManifest(workspace: Workspace): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(workspace.files.get('package.json') ?? '{}');
  return parsed as Readonly<Record<string, unknown>>;
}

function problem(
  workspace: Workspace,
  owner: WorkspacePackage,
  file: string,
  specifier: string,
  declared: ReadonlyMap<string, string>,
): string | undefined {
  if (specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('.')) {
    const target = new URL(specifier, `file:///${file}`).pathname.slice(1);
    const isTest = file.startsWith(`${owner.folder}/test/`);
    return target.startsWith(`${owner.folder}/`) || (isTest && FOR_TESTS.has(target))
      ? undefined
      : `'${specifier}' leaves ${owner.name}: import the other package by its name`;
  }
  const name = packageNameOf(specifier);
  const used = workspace.packages.find((candidate) => candidate.name === name);
  if (used === owner) return undefined;
  if (!declared.has(name)) return `'${name}' is not declared in ${owner.folder}/package.json`;
  const entry = `.${specifier.slice(name.length)}`;
  if (used !== undefined && recordAt(used.manifest, 'exports')?.[entry] === undefined)
    return `${name} does not export '${entry}'`;
  return undefined;
}
