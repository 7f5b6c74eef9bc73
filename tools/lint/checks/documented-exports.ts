import { posix } from 'node:path';
import type { Check, Finding } from '../check.ts';
import { isRecord, recordAt } from '../json.ts';
import { lineAt, parse, type SyntaxNode, stringOf } from '../syntax.ts';
import type { Workspace, WorkspacePackage } from '../workspace.ts';

/** Everything that a published package exports says in a doc comment what it is: the API reference consists of these. */
export const documentedExports: Check = {
  name: 'documented-exports',
  run: (workspace) =>
    workspace.packages
      .filter(({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true)
      .flatMap((owner) => undocumented(workspace, owner)),
};

function undocumented(workspace: Workspace, owner: WorkspacePackage): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const target of Object.values(recordAt(owner.manifest, 'exports') ?? {})) {
    const source = isRecord(target) ? target['@spmv/source'] : undefined;
    if (typeof source !== 'string') continue;
    for (const finding of exportsOf(workspace, posix.join(owner.folder, source), undefined, new Set()))
      found.set(JSON.stringify(finding), finding);
  }
  return [...found.values()];
}

/** The exports of a file without a comment: all of them, or those of these names. */
function exportsOf(
  workspace: Workspace,
  file: string,
  names: ReadonlySet<string> | undefined,
  seen: Set<string>,
): readonly Finding[] {
  const text = workspace.files.get(file);
  if (text === undefined || (names === undefined && seen.has(file))) return [];
  seen.add(file);
  const statements = (parse(file, text)['body'] ?? []) as readonly SyntaxNode[];
  return statements.flatMap((statement) => {
    const from = stringOf(statement['source']);
    if (from === undefined) return ownExports({ file, text, statements, statement }, names);
    const target = from.startsWith('.') ? posix.join(posix.dirname(file), from) : undefined;
    if (target === undefined || hasComment(text, statement)) return [];
    if (statement.type === 'ExportAllDeclaration') return exportsOf(workspace, target, names, seen);
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const wanted = specifiersOf(statement)
      .filter(({ exported, node }) => (names?.has(exported) ?? true) && !hasComment(text, node))
      .map(({ local }) => local);
    return wanted.length === 0 ? [] : exportsOf(workspace, target, new Set(wanted), seen);
  });
}

interface Place {
  readonly file: string;
  readonly text: string;
  readonly statements: readonly SyntaxNode[];
  readonly statement: SyntaxNode;
}

/** What one statement exports of its own file. */
function ownExports(
  { file, text, statements, statement }: Place,
  names: ReadonlySet<string> | undefined,
): readonly Finding[] {
  const finding = (name: string): Finding => ({
    file,
    line: lineAt(text, statement.start),
    message: `'${name}' is exported without a doc comment`,
  });
  const wanted = (name: string): boolean => names?.has(name) ?? true;
  const documented = (local: unknown): boolean =>
    statements.some((each) => namesOf(each).some((name) => name === local) && hasComment(text, each));
  if (statement.type === 'ExportDefaultDeclaration') {
    const named = (statement['declaration'] as SyntaxNode)['name'];
    return wanted('default') && !hasComment(text, statement) && !documented(named) ? [finding('default')] : [];
  }
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const declaration = statement['declaration'] as SyntaxNode | null;
  if (declaration !== null) return hasComment(text, statement) ? [] : namesOf(declaration).filter(wanted).map(finding);
  return specifiersOf(statement)
    .filter(({ local, exported }) => wanted(exported) && !documented(local))
    .map(({ exported }) => finding(exported));
}

function specifiersOf(
  statement: SyntaxNode,
): readonly { readonly local: string; readonly exported: string; readonly node: SyntaxNode }[] {
  const name = (node: unknown): string => (isRecord(node) ? String(node['name'] ?? node['value']) : '');
  return ((statement['specifiers'] ?? []) as readonly SyntaxNode[]).map((node) => ({
    local: name(node['local']),
    exported: name(node['exported']),
    node,
  }));
}

/** The names that a declaration makes. */
function namesOf(declaration: SyntaxNode): readonly string[] {
  const declared =
    declaration.type === 'VariableDeclaration' ? (declaration['declarations'] as readonly SyntaxNode[]) : [declaration];
  return declared
    .map(({ id }) => id)
    .flatMap((id) => (isRecord(id) && typeof id['name'] === 'string' ? [id['name']] : []));
}

/** Whether a doc comment stands right before a node. */
function hasComment(text: string, node: SyntaxNode): boolean {
  const before = text.slice(0, node.start).trimEnd();
  return before.endsWith('*/') && before.startsWith('/**', before.lastIndexOf('/*'));
}
