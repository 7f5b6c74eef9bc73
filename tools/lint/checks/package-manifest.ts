import type { LintCheck, LintFinding } from '../check.ts';
import type { JsonRecord } from '../json.ts';
import { isRecord, parseJsonRecord, recordAt } from '../json.ts';
import type { Workspace, WorkspacePackage } from '../workspace.ts';
import { dependenciesOf } from '../workspace.ts';

/** Condition under which tests and tools of this workspace read the sources; never published. */
const SOURCE_CONDITION = '@spmv/source';
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
const EXACT = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:[*^~]?|npm:.+@\d+\.\d+\.\d+)$/u;

/** Every published package says all that npm, bundlers and readers need, and no more. */
export const packageManifest: LintCheck = {
  name: 'package-manifest',
  run: (workspace) => [
    ...pinned('package.json', parseJsonRecord(workspace.files.get('package.json') ?? '{}')),
    ...engines(workspace),
    ...workspace.packages.flatMap((owner) => [
      ...pinned(`${owner.folder}/package.json`, owner.manifest),
      ...(owner.manifest['private'] === true ? [] : published(workspace, owner)),
    ]),
  ],
};

/** What is published, and the templates of what others publish, run on the Nodes that the workspace itself names, and say so. */
function engines(workspace: Workspace): readonly LintFinding[] {
  const nodes = (text: string): unknown => recordAt(parseJsonRecord(text), 'engines')?.['node'];
  const wanted = nodes(workspace.files.get('package.json') ?? '{}');
  return [...workspace.files]
    .filter(
      ([file, text]) =>
        /^(?:packages|examples)\/.+\/package\.json$/u.test(file) &&
        (parseJsonRecord(text)['private'] !== true || nodes(text) !== undefined),
    )
    .filter(([, text]) => nodes(text) !== wanted)
    .map(([file]) => ({
      file,
      message: `needs "engines": { "node": "${String(wanted)}" }, as the root's package.json has`,
    }));
}

function pinned(file: string, manifest: JsonRecord): readonly LintFinding[] {
  return [...dependenciesOf(manifest, 'dependencies', 'optionalDependencies', 'devDependencies')]
    .filter(([, range]) => !EXACT.test(range))
    .map(([name, range]) => ({ file, message: `'${name}' is '${range}': pin one version` }));
}

function published(workspace: Workspace, owner: WorkspacePackage): readonly LintFinding[] {
  const { manifest, folder } = owner;
  const files: readonly unknown[] = Array.isArray(manifest['files']) ? manifest['files'] : [];
  const scripts = recordAt(manifest, 'scripts') ?? {};
  const readme = workspace.files.get(`${folder}/README.md`) ?? '';
  const rules: readonly (readonly [holds: boolean, message: string])[] = [
    [manifest['type'] === 'module', `needs "type": "module"`],
    [manifest['license'] === 'MIT', `needs "license": "MIT"`],
    [manifest['sideEffects'] === false, `needs "sideEffects": false: importing a package does nothing`],
    [typeof manifest['description'] === 'string' && manifest['description'].length > 10, 'needs a description'],
    [manifest['author'] === 'The spmv authors', `needs "author": "The spmv authors"`],
    [
      manifest['homepage'] === `https://github.com/spmv/spmv/tree/main/${folder}#readme`,
      `needs "homepage", its folder on GitHub with #readme`,
    ],
    [
      recordAt(manifest, 'bugs')?.['url'] === 'https://github.com/spmv/spmv/issues',
      `needs "bugs.url", where issues are filed`,
    ],
    [recordAt(manifest, 'repository')?.['directory'] === folder, `needs "repository.directory": "${folder}"`],
    [recordAt(manifest, 'publishConfig')?.['access'] === 'public', `needs "publishConfig.access": "public"`],
    [files.includes('dist'), `needs "dist" in "files"`],
    [
      files.includes('assembly') || !workspace.exists(`${folder}/assembly`),
      `needs "assembly" in "files": the sources of its WebAssembly`,
    ],
    [
      files.includes('!dist/.tsbuildinfo'),
      `needs "!dist/.tsbuildinfo" in "files": the compiler's notes are not for users`,
    ],
    [
      files.includes('CHANGELOG.md') && workspace.exists(`${folder}/CHANGELOG.md`),
      `needs a CHANGELOG.md, named in "files"`,
    ],
    [readme.includes(`# ${owner.name}`), `needs a README.md that begins with '# ${owner.name}'`],
    ...INSTALL_SCRIPTS.map(
      (script) => [!(script in scripts), `must not have the script '${script}': installing runs nothing`] as const,
    ),
  ];
  const file = `${folder}/package.json`;
  return [
    ...rules.filter(([holds]) => !holds).map(([, message]) => ({ file, message })),
    ...exportsFindings(file, manifest),
  ];
}

/** `exports` names single files; what is published is the same without the sources' condition. */
function exportsFindings(file: string, manifest: JsonRecord): readonly LintFinding[] {
  const exported = recordAt(manifest, 'exports');
  if (exported === undefined) return [{ file, message: 'needs "exports", an object' }];
  const findings = Object.keys(exported)
    .filter((entry) => entry.includes('*') || !entry.startsWith('.'))
    .map((entry) => ({ file, message: `"exports" has '${entry}': name every entry` }));
  if (exported['./package.json'] !== './package.json')
    findings.push({ file, message: 'needs "./package.json" in "exports": discovery reads it' });
  const wanted = Object.fromEntries(Object.entries(exported).map(([entry, target]) => [entry, withoutSource(target)]));
  const found = recordAt(manifest, 'publishConfig', 'exports') ?? {};
  if (canonical(found) !== canonical(wanted))
    findings.push({ file, message: `"publishConfig.exports" must be "exports" without '${SOURCE_CONDITION}'` });
  return findings;
}

function withoutSource(target: unknown): unknown {
  if (!isRecord(target)) return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== SOURCE_CONDITION));
}

/** Order of conditions matters to resolvers, order of entries does not. */
function canonical(exported: JsonRecord): string {
  return JSON.stringify(Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1)));
}
