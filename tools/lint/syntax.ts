import { parseSync } from 'oxc-parser';
import { isRecord, type JsonRecord } from './json.ts';

/** A node of the ESTree, with what every node has. */
export interface SyntaxNode extends JsonRecord {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A module named in a file. */
export interface ImportedModule {
  readonly specifier: string;
  readonly line: number;
  /** Erased when the file is compiled. */
  readonly typeOnly: boolean;
}

function isNode(value: unknown): value is SyntaxNode {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['start'] === 'number';
}

/** Calls `visit` for every node under `root`, parents first; a node for which it returns false is not entered. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, key: string, parent: SyntaxNode | undefined) => boolean | void,
): void {
  const enter = (node: SyntaxNode, key: string, parent: SyntaxNode | undefined): void => {
    if (visit(node, key, parent) === false) return;
    for (const [childKey, child] of Object.entries(node)) {
      if (isNode(child)) enter(child, childKey, node);
      else if (Array.isArray(child)) {
        for (const element of child as readonly unknown[]) if (isNode(element)) enter(element, childKey, node);
      }
    }
  };
  enter(root, '', undefined);
}

/** The syntax tree of a file. Files that do not parse give an empty one: the compiler reports them. */
export function parse(path: string, text: string): SyntaxNode {
  const program: unknown = parseSync(path, text).program;
  if (!isNode(program)) throw new Error(`${path}: no syntax tree`);
  return program;
}

/** Line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The text of a string literal or of a template without expressions. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type === 'TSLiteralType') return stringOf(node['literal']);
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}

/**
 * Every module a file names: imports, re-exports, `import()` of a literal, `import('…')` in types, `declare module`.
 */
export function importsOf(path: string, text: string): readonly ImportedModule[] {
  const found: ImportedModule[] = [];
  walk(parse(path, text), (node) => {
    const [source, typeOnly] = moduleNamed(node);
    const specifier = stringOf(source);
    if (specifier !== undefined) found.push({ specifier, typeOnly, line: lineAt(text, node.start) });
  });
  return found;
}

function moduleNamed(node: SyntaxNode): readonly [source: unknown, typeOnly: boolean] {
  switch (node.type) {
    case 'ImportDeclaration':
      return [node['source'], node['importKind'] === 'type'];
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return [node['source'], node['exportKind'] === 'type'];
    case 'ImportExpression':
      return [node['source'], false];
    case 'TSImportType':
      return [node['source'] ?? node['argument'], true];
    case 'TSModuleDeclaration':
      return [node['id'], true];
    default:
      return [undefined, false];
  }
}
