import { posix } from 'node:path';
import { isRecord, type JsonRecord, parseJsonRecord, recordAt } from '../lint/json.ts';

/** Files that only some packages have, and must have once their sources say so. */
export interface ExpectedFiles {
  /** Extensions of which the package needs at least one file: `wasm`, `ptx`. */
  readonly kinds: readonly string[];
}

/** Extensions of files that kernels are made of, in the order of the table. */
export const KERNEL_KINDS = ['wasm', 'wgsl', 'cu', 'ptx', 'cubin', 'node'] as const;

/** What a user of the packed package would miss or should not get. Pure. */
export function contentProblems(files: ReadonlyMap<string, Buffer>, expected: ExpectedFiles): readonly string[] {
  const manifest = parseJsonRecord(files.get('package.json')?.toString('utf8') ?? '{}');
  return [
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
      .filter((name) => !files.has(name))
      .map((name) => `has no ${name}`),
    ...[...files.keys()].filter(strayFile).map((path) => `has ${path}`),
    ...manifestProblems(manifest),
    ...readmeProblems(files),
    ...exportProblems(manifest, files),
    ...expected.kinds
      .filter((kind) => ![...files.keys()].some((path) => path.endsWith(`.${kind}`)))
      .map((kind) => `has no .${kind} file`),
    ...missingNeighbours(files),
  ];
}

/** Build records, dot files and this package's own tests; a template's tests are what it is for. */
function strayFile(path: string): boolean {
  return (
    /\.tsbuildinfo$|(?:^|\/)\./u.test(path) || (/\.test\.[jt]s$/u.test(path) && !path.startsWith('dist/templates/'))
  );
}

function manifestProblems(manifest: JsonRecord): readonly string[] {
  const ranges = ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) =>
    Object.entries(recordAt(manifest, field) ?? {}),
  );
  const rules: readonly (readonly [holds: boolean, message: string])[] = [
    [manifest['license'] === 'MIT', 'is not under the MIT licence'],
    [typeof manifest['author'] === 'string', 'names no author'],
    [String(manifest['homepage']).startsWith('https://'), 'names no homepage'],
    [String(recordAt(manifest, 'bugs')?.['url']).startsWith('https://'), 'does not say where to report bugs'],
    [manifest['type'] === 'module', 'is no ES module'],
    [manifest['sideEffects'] === false, 'does not say "sideEffects": false'],
    [recordAt(manifest, 'publishConfig')?.['provenance'] === true, 'does not ask for provenance'],
    [recordAt(manifest, 'publishConfig')?.['access'] === 'public', 'is not public'],
    // npm compares it with the repository that signs.
    [
      /^git\+https:\/\/.+\.git$/u.test(String(recordAt(manifest, 'repository')?.['url'])),
      'names no repository, which provenance needs',
    ],
    ...ranges.map(
      ([name, range]) =>
        [
          !/^(?:workspace|file|link):/u.test(String(range)),
          `needs ${name} of '${String(range)}', which npm does not know`,
        ] as const,
    ),
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

/** Characters of a README that says what the package is, how to install it, and shows it at work. */
const README_LENGTH = 800;

/** npm shows it to whoever looks for a package. It is read there and in node_modules, so a relative link must be to a packed file. */
function readmeProblems(files: ReadonlyMap<string, Buffer>): readonly string[] {
  const readme = files.get('README.md')?.toString('utf8');
  if (readme === undefined) return [];
  const links = [...readme.matchAll(/\]\((?!https:|#)([^)#\s]+)[^)]*\)/gu)].map(([, path = '']) => path);
  const rules: readonly (readonly [holds: boolean, message: string])[] = [
    [readme.length >= README_LENGTH, `has a README.md of ${readme.length} characters, which says too little`],
    [
      /^```sh\n(?:.*\n)*?.*npm (?:install|create) /mu.test(readme),
      'has a README.md that does not say how to install it',
    ],
    [readme.includes('](https://github.com/spmv/spmv'), 'has a README.md that does not link to the repository'],
    ...links.map(
      (path) =>
        [files.has(posix.normalize(path)), `has a README.md with a link to ${path}, which is not packed`] as const,
    ),
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

/** Every entry of `exports` is a file that is there, with its types, and no source of the workspace. */
function exportProblems(manifest: JsonRecord, files: ReadonlyMap<string, Buffer>): readonly string[] {
  const targets = (target: unknown): readonly (readonly [condition: string, path: string])[] =>
    typeof target === 'string'
      ? [['', target]]
      : isRecord(target)
        ? Object.entries(target).flatMap(([condition, inner]) =>
            targets(inner).map(([, path]) => [condition, path] as const),
          )
        : [];
  return Object.entries(recordAt(manifest, 'exports') ?? {}).flatMap(([entry, target]) => {
    const found = targets(target);
    const typed = entry.endsWith('.json') || found.some(([condition]) => condition === 'types');
    return [
      ...found
        .filter(([, path]) => !files.has(posix.normalize(path)))
        .map(([, path]) => `exports ${path}, which is not packed`),
      ...found.filter(([condition]) => condition === '@spmv/source').map(() => `exports its sources as '${entry}'`),
      ...(typed ? [] : [`exports '${entry}' without types`]),
    ];
  });
}

/** Files that built modules name beside themselves: `new URL('../wasm/simd.wasm', import.meta.url)`. A template's are there in what is made of it. */
function missingNeighbours(files: ReadonlyMap<string, Buffer>): readonly string[] {
  return [...files]
    .filter(([path]) => /^dist\/(?!templates\/).+\.js$/u.test(path))
    .flatMap(([path, text]) =>
      [...text.toString('utf8').matchAll(/new URL\('(\.[^'$]*\.\w+)', import\.meta\.url\)/gu)]
        .map(([, named = '']) => posix.join(posix.dirname(path), named))
        .filter((named) => !files.has(named))
        .map((named) => `${path} names ${named}, which is not packed`),
    );
}
