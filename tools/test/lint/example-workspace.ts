import type { LintCheck } from '../../lint/check.ts';
import { formatFinding } from '../../lint/check.ts';
import { workspaceOf } from '../../lint/workspace.ts';

/** What the root of every example says. */
const NODES = '^20.19.0 || >=22.12.0';

/** A manifest that every check accepts, for the package in `folder`. */
function manifest(folder: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const published = { types: './dist/index.d.ts', default: './dist/index.js' };
  return JSON.stringify({
    name: `@spmv/${folder.split('/').at(-1)}`,
    description: 'An example of a package.',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    author: 'The spmv authors',
    homepage: `https://github.com/spmv/spmv/tree/main/${folder}#readme`,
    bugs: { url: 'https://github.com/spmv/spmv/issues' },
    engines: { node: NODES },
    exports: { '.': { '@spmv/source': './src/index.ts', ...published }, './package.json': './package.json' },
    files: ['dist', '!dist/.tsbuildinfo', 'CHANGELOG.md'],
    publishConfig: { access: 'public', exports: { '.': published, './package.json': './package.json' } },
    repository: { directory: folder },
    ...changes,
  });
}

/** A package of these files (relative to its folder) with a good manifest, README and tsconfig. */
export function examplePackage(
  folder: string,
  files: Readonly<Record<string, string>> = {},
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const all = {
    'package.json': manifest(folder, changes),
    'README.md': `# @spmv/${folder.split('/').at(-1)}\n`,
    'CHANGELOG.md': '',
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]));
}

/** What `check` says of these files, formatted. */
export function findings(check: LintCheck, files: Readonly<Record<string, string>>): readonly string[] {
  return check
    .run(workspaceOf(Object.entries({ 'package.json': JSON.stringify({ engines: { node: NODES } }), ...files })))
    .map((finding) => formatFinding(check.name, finding));
}
