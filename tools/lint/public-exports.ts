import { posix } from 'node:path';
import { isRecord, recordAt } from './json.ts';
import { lineAt, parse, type SyntaxNode, stringOf } from './syntax.ts';
import type { Workspace, WorkspacePackage } from './workspace.ts';

/** A name that a package exports, where it is declared. */
export interface PublicExport {
  readonly name: string;
  readonly file: string;
  /** The line of the file that exports it, and its name there. */
  readonly line: number;
  readonly local: string;
  /** What declares it: `TSInterfaceDeclaration`. */
  readonly declaredBy: string | undefined;
  /** Whether a doc comment stands before it, or before a line that exports it again. */
  readonly hasComment: boolean;
}

/** Packages that are published. */
export const publishedIn = ({ packages }: Workspace): readonly WorkspacePackage[] =>
  packages.filter(({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true);

/** What a package exports by any of its entries, each declaration once. */
export function publicExportsOf(workspace: Workspace, owner: WorkspacePackage): readonly PublicExport[] {
  const found = new Map<string, PublicExport>();
  for (const target of Object.values(recordAt(owner.manifest, 'exports') ?? {})) {
    const source = isRecord(target) ? target['@spmv/source'] : undefined;
    if (typeof source !== 'string') continue;
    for (const one of exportsOf(workspace, posix.join(owner.folder, source), undefined, new Set())) {
      const key = JSON.stringify([one.name, one.file, one.line]);
      const hasComment = (found.get(key)?.hasComment ?? true) && one.hasComment;
      found.set(key, { ...one, hasComment });
    }
  }
  return [...found.values()];
}

/** The exports of a file: all of them, or those of these names. */
function exportsOf(
  workspace: Workspace,
  file: string,
  names: ReadonlySet<string> | undefined,
  seen: Set<string>,
): readonly PublicExport[] {
  const text = workspace.files.get(file);
  if (text === undefined || (names === undefined && seen.has(file))) return [];
  seen.add(file);
  const statements = (parse(file, text)['body'] ?? []) as readonly SyntaxNode[];
  return statements.flatMap((statement) => {
    const from = stringOf(statement['source']);
    if (from === undefined) return ownExports({ file, text, statements, statement }, names);
    if (!from.startsWith('.')) return [];
    const target = posix.join(posix.dirname(file), from);
    const commented = (all: readonly PublicExport[], node: SyntaxNode): readonly PublicExport[] =>
      hasComment(text, node) ? all.map((one) => ({ ...one, hasComment: true })) : all;
    if (statement.type === 'ExportAllDeclaration')
      return commented(exportsOf(workspace, target, names, seen), statement);
    if (statement.type !== 'ExportNamedDeclaration') return [];
    return specifiersOf(statement)
      .filter(({ exported }) => names?.has(exported) ?? true)
      .flatMap(({ local, exported, node }) => {
        const own = exportsOf(workspace, target, new Set([local]), seen).map((one) => ({ ...one, name: exported }));
        return commented(commented(own, node), statement);
      });
  });
}

interface ExportPosition {
  readonly file: string;
  readonly text: string;
  readonly statements: readonly SyntaxNode[];
  readonly statement: SyntaxNode;
}

/** What one statement exports of its own file. */
function ownExports(
  { file, text, statements, statement }: ExportPosition,
  names: ReadonlySet<string> | undefined,
): readonly PublicExport[] {
  const wanted = (name: string): boolean => names?.has(name) ?? true;
  const declares = (local: unknown): SyntaxNode | undefined =>
    statements.find((each) => namesOf(each).some((name) => name === local));
  const one = (name: string, declared: SyntaxNode | undefined): PublicExport => ({
    name,
    file,
    line: lineAt(text, statement.start),
    local: name,
    declaredBy: declared?.type,
    hasComment: hasComment(text, statement) || (declared !== undefined && hasComment(text, declared)),
  });
  if (statement.type === 'ExportDefaultDeclaration')
    return wanted('default') ? [one('default', declares((statement['declaration'] as SyntaxNode)['name']))] : [];
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const declaration = statement['declaration'] as SyntaxNode | null;
  if (declaration !== null)
    return namesOf(declaration)
      .filter(wanted)
      .map((name) => one(name, declaration));
  return specifiersOf(statement)
    .filter(({ exported }) => wanted(exported))
    .map(({ local, exported }) => one(exported, declares(local)));
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
