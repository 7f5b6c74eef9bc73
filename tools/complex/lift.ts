// The text of a kernel in JavaScript for complex values, made of that for real ones: each value becomes two numbers, `sum` and `sumImaginary`, elements 2k and 2k + 1.
import { lineAt, parse, type SyntaxNode } from '../lint/syntax.ts';
import type { LiftedFunction } from './analyse.ts';
import { analyse, arrayOf, bare, HOST, isTurned, isValue, isValues, nameOf } from './analyse.ts';

/** Texts of the two parts of a value. */
interface Parts {
  readonly real: string;
  readonly imaginary: string;
}

/** What is being written. */
interface Writing {
  readonly file: string;
  readonly text: string;
  readonly all: readonly LiftedFunction[];
  readonly own: LiftedFunction;
  /** What the names of functions end with. */
  readonly suffix: '' | 'Conjugated';
  /** A name that nothing has. */
  fresh(): string;
}

/** Factors of whole vectors: one without an imaginary part multiplies as a real number. */
const FACTORS: ReadonlySet<string | undefined> = new Set([...HOST, 'factor']);
/** Inner products: the second factor of what is added to them is conjugated. */
const INNER: ReadonlySet<string | undefined> = new Set(['dot', 'norm']);

const imaginaryOf = (name: string): string => `${name}Imaginary`;

function children(node: SyntaxNode): readonly SyntaxNode[] {
  const isNode = (value: unknown): value is SyntaxNode =>
    typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
  const found = Object.values(node)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function failAt({ file, text }: Writing, { start }: SyntaxNode, what: string): Error {
  return new Error(`${file}:${lineAt(text, start)}: ${what}`);
}

/** The text of a node in which only what lies inside is changed. */
function around(node: SyntaxNode, writing: Writing): string {
  let made = '';
  let at = node.start;
  for (const child of children(node)) {
    // A shorthand property is its own value.
    if (child.start < at) continue;
    made += writing.text.slice(at, child.start) + code(child, writing);
    at = child.end;
  }
  return made + writing.text.slice(at, node.end);
}

/** Two texts that are read more than once. */
function held({ real, imaginary }: Parts, writing: Writing, before: string[]): Parts {
  if (/^\w+$/u.test(real) && /^\w+$/u.test(imaginary)) return { real, imaginary };
  const name = writing.fresh();
  before.push(`const ${name} = ${real};`, `const ${imaginaryOf(name)} = ${imaginary};`);
  return { real: name, imaginary: imaginaryOf(name) };
}

/** The place of the real part of an element. */
function placeOf(element: SyntaxNode, writing: Writing, before: string[]): Parts {
  const at = writing.fresh();
  before.push(`const ${at} = 2 * (${code(element['property'] as SyntaxNode, writing)});`);
  const array = code(bare(element['object'] as SyntaxNode), writing);
  return { real: `${array}[${at}]`, imaginary: `${array}[${at} + 1]` };
}

const inside = (text: string): string => (/^\w+$/u.test(text) ? text : `(${text})`);

function productOf(left: SyntaxNode, right: SyntaxNode, writing: Writing, before: string[]): Parts {
  const { values } = writing.own;
  if (!isValue(left, values) || !isValue(right, values)) {
    const [number, value] = isValue(right, values) ? [left, right] : [right, left];
    const { real, imaginary } = parts(value, writing, before);
    const factor = inside(code(number, writing));
    return { real: `${factor} * ${inside(real)}`, imaginary: `${factor} * ${inside(imaginary)}` };
  }
  const [a, b] = [
    held(parts(left, writing, before), writing, before),
    held(parts(right, writing, before), writing, before),
  ];
  const real = `${a.real} * ${b.real} - ${a.imaginary} * ${b.imaginary}`;
  const imaginary = `${a.real} * ${b.imaginary} + ${a.imaginary} * ${b.real}`;
  if (!FACTORS.has(nameOf(bare(left)))) return { real, imaginary };
  const isReal = `${a.imaginary} === 0`;
  return {
    real: `(${isReal} ? ${a.real} * ${b.real} : ${real})`,
    imaginary: `(${isReal} ? ${a.real} * ${b.imaginary} : ${imaginary})`,
  };
}

/** ab̄, which is real where b is a. */
function innerProductOf(product: SyntaxNode, writing: Writing, before: string[]): Parts {
  const [a, b] = (['left', 'right'] as const).map((key) =>
    held(parts(product[key] as SyntaxNode, writing, before), writing, before),
  ) as [Parts, Parts];
  return {
    real: `${a.real} * ${b.real} + ${a.imaginary} * ${b.imaginary}`,
    imaginary: a.real === b.real ? '0' : `${a.imaginary} * ${b.real} - ${a.real} * ${b.imaginary}`,
  };
}

/** The parts of an expression; what has to be computed before is put there. */
function parts(node: SyntaxNode, writing: Writing, before: string[]): Parts {
  const inner = bare(node);
  const of = (key: string): Parts => parts(inner[key] as SyntaxNode, writing, before);
  if (!isValue(inner, writing.own.values)) return { real: code(inner, writing), imaginary: '0' };
  switch (inner.type) {
    case 'Identifier': {
      const name = nameOf(inner) as string;
      return { real: name, imaginary: imaginaryOf(name) };
    }
    case 'MemberExpression': {
      const { real, imaginary } = placeOf(inner, writing, before);
      const turns = writing.suffix !== '' && isTurned(arrayOf(inner), writing.text);
      return { real, imaginary: turns ? `-${imaginary}` : imaginary };
    }
    case 'UnaryExpression': {
      const { real, imaginary } = of('argument');
      return { real: `-${inside(real)}`, imaginary: `-${inside(imaginary)}` };
    }
    case 'ConditionalExpression': {
      const test = code(inner['test'] as SyntaxNode, writing);
      const [yes, no] = [of('consequent'), of('alternate')];
      return { real: `${test} ? ${yes.real} : ${no.real}`, imaginary: `${test} ? ${yes.imaginary} : ${no.imaginary}` };
    }
    default: {
      const operator = String(inner['operator']);
      const [left, right] = [inner['left'] as SyntaxNode, inner['right'] as SyntaxNode];
      if (operator === '*') return productOf(left, right, writing, before);
      if (operator === '/') throw failAt(writing, inner, 'a quotient of values has no complex form here');
      const [a, b] = [of('left'), of('right')];
      return {
        real: `${a.real} ${operator} ${inside(b.real)}`,
        imaginary: `${a.imaginary} ${operator} ${inside(b.imaginary)}`,
      };
    }
  }
}

/** target ← value, as a block. */
function assigned(target: SyntaxNode, operator: string, value: SyntaxNode, writing: Writing): string {
  const inner = bare(value);
  if (inner.type === 'ConditionalExpression') {
    const [test, yes, no] = (['test', 'consequent', 'alternate'] as const).map((key) => inner[key] as SyntaxNode);
    const [then, otherwise] = [yes, no].map((one) => assigned(target, operator, one, writing));
    return `if (${code(test, writing)}) ${then} else ${otherwise}`;
  }
  const before: string[] = [];
  const name = nameOf(target);
  let into: Parts;
  if (name !== undefined) into = { real: name, imaginary: imaginaryOf(name) };
  else if (isValues(arrayOf(target))) into = placeOf(target, writing, before);
  else into = { real: code(target, writing), imaginary: imaginaryOf(code(target, writing)) };
  const isInner = INNER.has(name) && inner['operator'] === '*';
  const added = (isInner ? innerProductOf : parts)(inner, writing, before);
  const { real, imaginary } = held(added, writing, before);
  return `{ ${[...before, `${into.real} ${operator} ${real};`, `${into.imaginary} ${operator} ${imaginary};`].join(' ')} }`;
}

function isAssignedValue(node: SyntaxNode, { own: { values } }: Writing): boolean {
  if (node.type !== 'AssignmentExpression') return false;
  const target = node['left'] as SyntaxNode;
  return isValues(arrayOf(target)) || values.has(nameOf(target) ?? '') || isValue(node['right'] as SyntaxNode, values);
}

/** A call of a function of the module, whose values are two arguments each, or of a method of an array of values; `undefined` for any other. */
function called(node: SyntaxNode, writing: Writing, before: string[]): string | undefined {
  const callee = node['callee'] as SyntaxNode;
  const given = node['arguments'] as readonly SyntaxNode[];
  const found = writing.all.find(({ name }) => name === nameOf(callee));
  if (found) {
    const list = given.flatMap((argument, k) => {
      if (!found.values.has(found.parameters[k] ?? '')) return [code(argument, writing)];
      const { real, imaginary } = parts(argument, writing, before);
      return [real, imaginary];
    });
    return `${found.name}${writing.suffix}(${list.join(', ')})`;
  }
  const array = callee.type === 'MemberExpression' ? nameOf(callee['object'] as SyntaxNode) : undefined;
  if (!isValues(array)) return undefined;
  const method = nameOf(callee['property'] as SyntaxNode);
  if (method !== 'fill') throw failAt(writing, node, `${method} of an array of values has no complex form here`);
  const [number, ...ends] = given.map((one) => code(one, writing));
  return `${array}.fill(${[number, ...ends.map((end) => `2 * (${end})`)].join(', ')})`;
}

function declared(node: SyntaxNode, writing: Writing): string {
  const { values } = writing.own;
  const kind = String(node['kind']);
  const lines = (node['declarations'] as readonly SyntaxNode[]).map((one) => {
    const name = nameOf(one['id'] as SyntaxNode);
    if (name === undefined || !values.has(name)) return `${kind} ${code(one, writing)};`;
    const before: string[] = [];
    const { real, imaginary } = parts(one['init'] as SyntaxNode, writing, before);
    return [...before, `${kind} ${name} = ${real};`, `${kind} ${imaginaryOf(name)} = ${imaginary};`].join(' ');
  });
  return lines.join(' ');
}

/** The text of a node. */
function code(node: SyntaxNode, writing: Writing): string {
  const { values } = writing.own;
  switch (node.type) {
    case 'TSTypeAnnotation':
      return '';
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return code(node['expression'] as SyntaxNode, writing);
    case 'VariableDeclaration': {
      const some = (node['declarations'] as readonly SyntaxNode[]).some(({ id }) =>
        values.has(nameOf(id as SyntaxNode) ?? ''),
      );
      return some ? declared(node, writing) : around(node, writing);
    }
    case 'ExpressionStatement': {
      const expression = node['expression'] as SyntaxNode;
      if (isAssignedValue(expression, writing)) {
        const { left, operator, right } = expression as unknown as Record<'left' | 'right', SyntaxNode> & {
          readonly operator: string;
        };
        return assigned(left, operator, right, writing);
      }
      const before: string[] = [];
      const call = expression.type === 'CallExpression' ? called(expression, writing, before) : undefined;
      if (call === undefined) return around(node, writing);
      return before.length === 0 ? `${call};` : `{ ${before.join(' ')} ${call}; }`;
    }
    case 'CallExpression': {
      const before: string[] = [];
      const call = called(node, writing, before);
      if (before.length > 0)
        throw failAt(writing, node, 'a call inside an expression is given a value that has to be computed before');
      return call ?? around(node, writing);
    }
    case 'BinaryExpression': {
      const [left, right] = [node['left'] as SyntaxNode, node['right'] as SyntaxNode];
      if (!isValue(left, values) || isValue(node, values)) return around(node, writing);
      const { real, imaginary } = parts(left, writing, []);
      const operator = String(node['operator']);
      const joins = { '===': '&&', '!==': '||' }[operator];
      if (joins && right['value'] === 0) return `(${real} ${operator} 0 ${joins} ${imaginary} ${operator} 0)`;
      throw failAt(writing, node, 'values are compared with 0 alone');
    }
    case 'ReturnStatement': {
      const argument = node['argument'] as SyntaxNode | null;
      if (argument && isValue(argument, values))
        throw failAt(writing, node, 'a function that returns a value has no complex form here');
      return around(node, writing);
    }
    case 'Property': {
      const name = nameOf(node['key'] as SyntaxNode) as string;
      const isScalar = HOST.has(name) && node['shorthand'] === true;
      const absent = (node['value'] as SyntaxNode).type === 'AssignmentPattern' ? ' = 0' : '';
      return `${around(node, writing)}${isScalar ? `, ${imaginaryOf(name)}${absent}` : ''}`;
    }
    default:
      if (isAssignedValue(node, writing)) throw failAt(writing, node, 'a value is assigned inside an expression');
      return around(node, writing);
  }
}

function functionText(writing: Writing): string {
  const { own, suffix } = writing;
  const parameters = (own.node['params'] as readonly SyntaxNode[]).map((parameter, k) => {
    const name = own.parameters[k];
    if (name === undefined || !own.values.has(name))
      return `${code(parameter, writing)}${own.isExported ? ': any' : ''}`;
    return `${name}, ${imaginaryOf(name)}`;
  });
  const head = `${own.isExported ? 'export ' : ''}function ${own.name}${suffix}(${parameters.join(', ')})`;
  return `${head}${own.isExported ? ': void' : ''} ${code(own.node['body'] as SyntaxNode, writing)}`;
}

/** The functions of a module for complex values, and the same with the values of the matrix conjugated, `NAMEConjugated`, where these are wanted. Errors: what has no complex form, with its line. */
export function lift(file: string, text: string, conjugated: boolean): readonly string[] {
  const program = parse(file, text);
  const all = analyse(program);
  const constants = (program['body'] as readonly SyntaxNode[]).filter(({ type }) => type === 'VariableDeclaration');
  const suffixes = conjugated ? (['', 'Conjugated'] as const) : ([''] as const);
  const written = suffixes.flatMap((suffix) =>
    all.map((own) => {
      let names = 0;
      return functionText({ file, text, all, own, suffix, fresh: () => `v${names++}` });
    }),
  );
  return [...constants.map(({ start, end }) => text.slice(start, end)), ...written];
}
