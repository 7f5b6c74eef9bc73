import type { LintCheck } from '../check.ts';
import { lineAt, parse, type SyntaxNode } from '../syntax.ts';
import { sourcesOf } from '../workspace.ts';

/** Two copies of a module must not disagree and a worker has its own: no variable outlives a call unless a value holds it. */
export const moduleState: LintCheck = {
  name: 'module-state',
  run: (workspace) =>
    sourcesOf(workspace).flatMap(([file, text]) =>
      topLevel(parse(file, text))
        .filter((node) => node.type === 'VariableDeclaration' && node['kind'] !== 'const' && node['declare'] !== true)
        .map((node) => ({
          file,
          line: lineAt(text, node.start),
          message: `module-level '${String(node['kind'])}': keep state in a value that a function returns`,
        })),
    ),
};

function topLevel(program: SyntaxNode): readonly SyntaxNode[] {
  const body = program['body'] as readonly SyntaxNode[];
  return body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as SyntaxNode | null) : node;
    return declaration === null ? [] : [declaration];
  });
}
