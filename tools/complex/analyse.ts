// Which variables of a kernel hold values of a matrix or of vectors, as its text says: by the names of the arrays that they come from.
import type { SyntaxNode } from '../lint/syntax.ts';
import { walk } from '../lint/syntax.ts';

/** Arrays whose elements are values: of the matrix, of operands, and sums of them. */
const VALUES = /^(?:x|y|z|w|X|Y|gamma|sums|values|\w+Values)$/u;
/** Those of the matrix, which a conjugated product reads conjugated; where a module has mirrored ones, these alone. */
const STORED = /^(?:values|\w+Values)$/u;

/** A function of a module, and which of its variables and parameters are values. */
export interface LiftedFunction {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly isExported: boolean;
  /** Names of its parameters in their order, `undefined` for one that is taken apart. */
  readonly parameters: readonly (string | undefined)[];
  readonly values: Set<string>;
}

/** What an expression is once nothing of its type and its parentheses is left. */
export function bare(node: SyntaxNode): SyntaxNode {
  const isWrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression'].includes(node.type);
  return isWrapped ? bare(node['expression'] as SyntaxNode) : node;
}

/** The name of an identifier; `undefined` for any other node. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Identifier' ? String(node['name']) : undefined;
}

/** Name of the array whose element this is: `values` of `values[k]` and of `range.arrays.values[k]`. */
export function arrayOf(element: SyntaxNode): string | undefined {
  if (element.type !== 'MemberExpression' || element['computed'] !== true) return undefined;
  const object = bare(element['object'] as SyntaxNode);
  if (object.type === 'MemberExpression' && object['computed'] !== true)
    return nameOf(object['property'] as SyntaxNode);
  return nameOf(object);
}

/** Numbers of the host, and what begins as one. */
export const HOST: ReadonlySet<string | undefined> = new Set(['alpha', 'beta', 'delta']);

/** Whether it is an array of values. */
export const isValues = (name: string | undefined): boolean => name !== undefined && VALUES.test(name);
const MIRRORED = 'mirroredValues';

/** Whether it is one of the matrix that a conjugated product of a module with this text reads conjugated. */
export function isTurned(name: string | undefined, text: string): boolean {
  if (text.includes(MIRRORED)) return name === MIRRORED;
  return name !== undefined && STORED.test(name);
}

/** Whether an expression is a value. */
export function isValue(node: SyntaxNode, values: ReadonlySet<string>): boolean {
  const inner = bare(node);
  const is = (key: string): boolean => isValue(inner[key] as SyntaxNode, values);
  switch (inner.type) {
    case 'Identifier':
      return values.has(nameOf(inner) as string);
    case 'MemberExpression':
      return isValues(arrayOf(inner));
    case 'BinaryExpression':
      return ['+', '-', '*', '/'].includes(String(inner['operator'])) && (is('left') || is('right'));
    case 'UnaryExpression':
      return inner['operator'] === '-' && is('argument');
    case 'ConditionalExpression':
      return is('consequent') || is('alternate');
    default:
      return false;
  }
}

function functionsOf(program: SyntaxNode): readonly LiftedFunction[] {
  return (program['body'] as readonly SyntaxNode[]).flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const node = isExported ? (statement['declaration'] as SyntaxNode | null) : statement;
    if (node?.type !== 'FunctionDeclaration') return [];
    const parameters = (node['params'] as readonly SyntaxNode[]).map(nameOf);
    const name = nameOf(node['id'] as SyntaxNode) as string;
    return [{ name, node, isExported, parameters, values: new Set(HOST) as Set<string> }];
  });
}

/** Notes what is a value because of this node; says whether it was not known. */
function learn({ values }: LiftedFunction, node: SyntaxNode, all: readonly LiftedFunction[]): boolean {
  const note = (known: Set<string>, name: string | undefined): boolean =>
    name !== undefined && !known.has(name) && Boolean(known.add(name));
  const init = node['init'] as SyntaxNode | null;
  if (node.type === 'VariableDeclarator' && init && isValue(init, values))
    return note(values, nameOf(node['id'] as SyntaxNode));
  if (node.type === 'AssignmentExpression' && isValue(node['right'] as SyntaxNode, values))
    return note(values, nameOf(node['left'] as SyntaxNode));
  const called = node.type === 'CallExpression' ? nameOf(node['callee'] as SyntaxNode) : undefined;
  const callee = all.find(({ name }) => name === called);
  if (!callee) return false;
  const given = node['arguments'] as readonly SyntaxNode[];
  return given
    .map((argument, k) => isValue(argument, values) && note(callee.values, callee.parameters[k]))
    .some(Boolean);
}

/** The functions of a module, with what in them is a value. */
export function analyse(program: SyntaxNode): readonly LiftedFunction[] {
  const all = functionsOf(program);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const one of all) {
      walk(one.node, (node) => {
        if (learn(one, node, all)) isNew = true;
      });
    }
  }
  return all;
}
