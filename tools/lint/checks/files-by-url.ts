import { posix } from 'node:path';
import type { LintCheck, LintFinding } from '../check.ts';
import { recordAt } from '../json.ts';
import { importsOf, lineAt, parse, stringOf, type SyntaxNode, walk } from '../syntax.ts';
import { sourcesOf, type Workspace, type WorkspacePackage } from '../workspace.ts';

const NODE_ONLY = /^packages\/(?:cli|create-plugin)\/|\/src\/node\//u;

/**
 * Bundlers find files beside a module by one expression, `new URL('…', import.meta.url)` with a literal, and copy them as they are: what
 * a module that was named so imports would not be there.
 */
export const filesByUrl: LintCheck = {
  name: 'files-by-url',
  run: (workspace) =>
    sourcesOf(workspace)
      .filter(([file, , owner]) => inPages(file, owner))
      .flatMap(([file, text]) =>
        urlsBeside(file, text).flatMap(({ named, line }): readonly LintFinding[] =>
          named === undefined
            ? [
                {
                  file,
                  line,
                  message:
                    '`new URL(…, import.meta.url)` names its file by a literal, which bundlers see; where they must not, the base is a variable',
                },
              ]
            : imports(workspace, posix.join(posix.dirname(file), named)).map((specifier) => ({
                file,
                line,
                message: `'${named}' is loaded by its URL and must stand alone, but imports '${specifier}'`,
              })),
        ),
      ),
};

/**
 * Whether pages load a source as it is: no page has what packages of Node hold, nor what a package's field `browser` leaves out, and an
 * application is always bundled, its workers with all that they import.
 */
function inPages(file: string, { folder, manifest }: WorkspacePackage): boolean {
  const built = `.${file
    .slice(folder.length)
    .replace(/^\/src\//u, '/dist/')
    .replace(/\.ts$/u, '.js')}`;
  return !file.startsWith('apps/') && !NODE_ONLY.test(file) && recordAt(manifest, 'browser')?.[built] !== false;
}

interface NamedFile {
  /** `undefined` where it is no literal. */
  readonly named: string | undefined;
  readonly line: number;
}

/** Every `new URL(…, import.meta.url)`. */
function urlsBeside(file: string, text: string): readonly NamedFile[] {
  const found: NamedFile[] = [];
  if (!text.includes('import.meta.url')) return found;
  walk(parse(file, text), (node) => {
    if (node.type !== 'NewExpression') return;
    const [path, base] = node['arguments'] as readonly SyntaxNode[];
    if (base === undefined || text.slice(base.start, base.end) !== 'import.meta.url') return;
    found.push({ named: stringOf(path), line: lineAt(text, node.start) });
  });
  return found;
}

/** What a source imports that is there when it runs. */
function imports({ files }: Workspace, path: string): readonly string[] {
  const text = files.get(path);
  if (text === undefined || !path.endsWith('.ts')) return [];
  return importsOf(path, text)
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier }) => specifier);
}
