import type { LintCheck, LintFinding } from '../check.ts';
import { recordAt } from '../json.ts';
import { lineAt, parse, stringOf, type SyntaxNode, walk } from '../syntax.ts';
import type { Workspace, WorkspacePackage } from '../workspace.ts';

/** What a plugin says of itself is what its package.json says: its name, and the field `"spmv"` that discovery reads. */
export const pluginEntry: LintCheck = {
  name: 'plugin-entry',
  run: (workspace) =>
    workspace.packages.flatMap((owner) => [...manifestFindings(workspace, owner), ...sourceFindings(workspace, owner)]),
};

function manifestFindings(workspace: Workspace, { folder, manifest }: WorkspacePackage): readonly LintFinding[] {
  const field = recordAt(manifest, 'spmv');
  const file = `${folder}/package.json`;
  if (field === undefined) {
    return workspace.exists(`${folder}/src/plugin.ts`)
      ? [{ file, message: `has src/plugin.ts but no field "spmv": discovery would not find it` }]
      : [];
  }
  const entry = typeof field['entry'] === 'string' ? field['entry'] : '';
  const source = `${folder}/${entry.replace(/^\.\/dist\//u, 'src/').replace(/\.js$/u, '.ts')}`;
  return [
    ...(workspace.exists(source) ? [] : [{ file, message: `"spmv.entry" is '${entry}', but there is no ${source}` }]),
    ...(recordAt(field, 'provides') === undefined ? [{ file, message: 'needs "spmv.provides"' }] : []),
  ];
}

/** `name` of the object given to `definePlugin`. */
function sourceFindings(workspace: Workspace, { folder, manifest }: WorkspacePackage): readonly LintFinding[] {
  const file = `${folder}/src/plugin.ts`;
  const text = workspace.files.get(file);
  if (text === undefined) return [];
  const findings: LintFinding[] = [];
  walk(parse(file, text), (node) => {
    if (node.type !== 'CallExpression' || (node['callee'] as SyntaxNode)['name'] !== 'definePlugin') return;
    const [plugin] = node['arguments'] as readonly SyntaxNode[];
    for (const property of (plugin?.['properties'] ?? []) as readonly SyntaxNode[]) {
      const key = String((property['key'] as SyntaxNode | undefined)?.['name']);
      const value = stringOf(property['value']);
      if (key === 'name' && value !== undefined && value !== manifest['name']) {
        findings.push({
          file,
          line: lineAt(text, property.start),
          message: `name is '${value}', in package.json '${String(manifest['name'])}'`,
        });
      }
    }
  });
  return findings;
}
