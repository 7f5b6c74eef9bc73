import { lineAt, parse, stringOf, type SyntaxNode, walk } from '../lint/syntax.ts';

/** A place in the sources that can throw an error of this code. */
export interface CodeUse {
  readonly code: string;
  readonly file: string;
  readonly line: number;
}

const NAMESPACES = [
  'MMIO',
  'FILE',
  'FORMAT',
  'PARAM',
  'KERNEL',
  'OPERATION',
  'OPERAND',
  'BACKEND',
  'PLUGIN',
  'LIFETIME',
  'STUDY',
  'REPORT',
  'SOLVER',
  'TRACE',
  'PARTITION',
  'PAGE',
];
const CODE = new RegExp(`^(?:${NAMESPACES.join('|')})\\.[A-Z][A-Z0-9_]*$`, 'u');
const PREFIX = new RegExp(`^(?:${NAMESPACES.join('|')})\\.$`, 'u');

/** A function that puts one of its parameters behind a namespace: `kernelError('WRONG_TARGET', …)`. */
interface Helper {
  readonly name: string;
  readonly prefix: string;
  readonly parameter: number;
}

/** What the codes of some files are, and where a code is put together so that nobody can look it up. */
export interface CollectedCodes {
  readonly uses: readonly CodeUse[];
  readonly unreadable: readonly string[];
}

/**
 * Every error code in the sources of one package: whole codes as string literals, and codes that a helper of the same package
 * completes from a literal argument. A code made of anything else is `unreadable`.
 */
export function collectCodes(files: readonly (readonly [path: string, text: string])[]): CollectedCodes {
  const uses: CodeUse[] = [];
  const unreadable: string[] = [];
  const helpers: Helper[] = [];
  const trees = files.map(([path, text]) => ({ path, text, tree: parse(path, text) }));
  for (const { path, text, tree } of trees) {
    walkFunctions(tree, (node, functions) => {
      const code = stringOf(node);
      if (code !== undefined && CODE.test(code)) uses.push({ code, file: path, line: lineAt(text, node.start) });
      const completed = completedParameter(node);
      if (completed === undefined) return;
      const helper = functions.map((each) => helperOf(each, completed)).find((found) => found !== undefined);
      if (helper === undefined) unreadable.push(`${path}:${lineAt(text, node.start)}`);
      else helpers.push(helper);
    });
  }
  for (const { path, text, tree } of trees) {
    walk(tree, (node) => {
      const callee = node['callee'] as SyntaxNode | undefined;
      const helper =
        node.type === 'CallExpression' && callee?.type === 'Identifier'
          ? helpers.find(({ name }) => name === callee['name'])
          : undefined;
      if (helper === undefined) return;
      const names = literalsOf((node['arguments'] as readonly SyntaxNode[])[helper.parameter]);
      if (names.length === 0) unreadable.push(`${path}:${lineAt(text, node.start)}`);
      for (const name of names) uses.push({ code: helper.prefix + name, file: path, line: lineAt(text, node.start) });
    });
  }
  return { uses, unreadable };
}

/** Walks with the functions that surround a node, innermost first. */
function walkFunctions(tree: SyntaxNode, visit: (node: SyntaxNode, functions: readonly SyntaxNode[]) => void): void {
  const enclosing: SyntaxNode[] = [];
  walk(tree, (node) => {
    while (enclosing.length > 0 && enclosing[0].end <= node.start) enclosing.shift();
    visit(node, enclosing);
    if (/Function/u.test(node.type) || node.type === 'VariableDeclarator') enclosing.unshift(node);
  });
}

/** The prefix and the name in `` `KERNEL.${code}` ``; not of a template type, which constructs nothing. */
function completedParameter(node: SyntaxNode): { readonly prefix: string; readonly name: unknown } | undefined {
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  const prefix = quasis[0]?.value.cooked ?? '';
  const [expression, ...more] = node['expressions'] as readonly SyntaxNode[];
  const ends = quasis.length === 2 && quasis[1]?.value.cooked === '';
  if (!PREFIX.test(prefix) || expression === undefined) return undefined;
  return {
    prefix,
    name: ends && more.length === 0 && expression.type === 'Identifier' ? expression['name'] : undefined,
  };
}

function helperOf(
  node: SyntaxNode,
  { prefix, name }: { readonly prefix: string; readonly name: unknown },
): Helper | undefined {
  const made = node.type === 'VariableDeclarator' ? (node['init'] as SyntaxNode | null) : node;
  const id = node['id'] as SyntaxNode | null | undefined;
  const params = made?.['params'];
  if (id?.type !== 'Identifier' || !Array.isArray(params)) return undefined;
  const parameter = (params as readonly SyntaxNode[]).findIndex(
    (param) => param.type === 'Identifier' && param['name'] === name,
  );
  return parameter === -1 ? undefined : { name: String(id['name']), prefix, parameter };
}

/** The strings an argument can be: a literal, or a choice between literals. */
function literalsOf(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.type === 'ConditionalExpression') {
    const both = [node['consequent'], node['alternate']].map((side) => literalsOf(side as SyntaxNode));
    return both.every((side) => side.length > 0) ? both.flat() : [];
  }
  const text = stringOf(node);
  return text === undefined ? [] : [text];
}
