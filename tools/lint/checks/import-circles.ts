import { posix } from 'node:path';
import type { LintCheck, LintFinding } from '../check.ts';
import { recordAt } from '../json.ts';
import { importsOf } from '../syntax.ts';
import type { Workspace } from '../workspace.ts';

/** An import of one file by another. */
interface Edge {
  readonly to: string;
  readonly line: number;
}

/**
 * No file imports itself through others: types, re-exports, `import()` and imports of packages by name count. A file in a circle cannot be
 * read, tested or moved without the rest of it.
 */
export const importCircles: LintCheck = {
  name: 'import-circles',
  run: (workspace) => {
    const edges = new Map<string, readonly Edge[]>();
    for (const [file, text] of workspace.files) {
      if (!/\.(?:ts|mts|mjs|js)$/u.test(file)) continue;
      const found = importsOf(file, text).flatMap(({ specifier, line }) => {
        const to = resolve(workspace, file, specifier);
        return to === undefined ? [] : [{ to, line }];
      });
      edges.set(file, found);
    }
    return circles(edges);
  },
};

/** The file of the workspace that a specifier names: a path, or an entry of a package as its source. */
function resolve({ files, packages }: Workspace, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier);
    return [path, `${path}.ts`].find((each) => files.has(each));
  }
  const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  const entry = owner && recordAt(owner.manifest, 'exports', `.${specifier.slice(owner.name.length)}`);
  const source = entry?.['@spmv/source'];
  return owner && typeof source === 'string' ? posix.join(owner.folder, source) : undefined;
}

/** One finding for each circle that a walk through all imports closes, told at the import that closes it. */
function circles(edges: ReadonlyMap<string, readonly Edge[]>): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const enter = (file: string): void => {
    path.push(file);
    for (const { to, line } of edges.get(file) ?? []) {
      const begin = path.indexOf(to);
      if (begin !== -1) findings.push({ file, line, message: [...path.slice(begin), to].join(' → ') });
      else if (!done.has(to)) enter(to);
    }
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) if (!done.has(file)) enter(file);
  return findings;
}
