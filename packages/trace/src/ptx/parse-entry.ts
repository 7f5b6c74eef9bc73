import { syntaxError } from '../trace-error.ts';
import { entryText } from './entry-text.ts';
import type { PtxEntry, PtxInstruction, PtxOperand, SharedVariable } from './instruction.ts';
import type { PtxToken } from './tokens.ts';
import { tokensOf } from './tokens.ts';

/** Reads tokens one after another. */
interface Reader {
  readonly peek: () => PtxToken;
  readonly next: () => PtxToken;
  readonly accept: (text: string) => boolean;
  readonly expect: (text: string) => void;
  readonly done: () => boolean;
}

function readerOf(tokens: readonly PtxToken[]): Reader {
  let at = 0;
  const last: PtxToken = { text: '', line: tokens.at(-1)?.line ?? 1 };
  const peek = (): PtxToken => tokens[at] ?? last;
  const next = (): PtxToken => {
    const token = peek();
    at++;
    return token;
  };
  return {
    peek,
    next,
    accept(text) {
      if (peek().text !== text) return false;
      at++;
      return true;
    },
    expect(text) {
      const token = next();
      if (token.text !== text) throw syntaxError(token.line, `'${text}' should stand where '${token.text}' is`);
    },
    done: () => at >= tokens.length,
  };
}

interface Body {
  readonly registers: Map<string, string>;
  readonly shared: SharedVariable[];
  readonly instructions: PtxInstruction[];
  readonly labels: Map<string, number>;
  /** Inner blocks that are open, each with its registers. */
  readonly scopes: Map<string, string>[];
  blocks: number;
}

function resolveName(body: Body, name: string): string {
  for (const scope of body.scopes.toReversed()) {
    const inner = scope.get(name);
    if (inner !== undefined) return inner;
  }
  return name;
}

function addressOf(reader: Reader, body: Body): PtxOperand {
  const base = resolveName(body, reader.next().text);
  let offset = 0;
  if (reader.accept('+')) offset = Number(reader.next().text);
  else if (/^-\d/u.test(reader.peek().text)) offset = Number(reader.next().text);
  reader.expect(']');
  return { kind: 'address', base, offset };
}

function operandOf(reader: Reader, body: Body): PtxOperand {
  if (reader.accept('[')) return addressOf(reader, body);
  if (reader.accept('{')) {
    const items: PtxOperand[] = [];
    do items.push(operandOf(reader, body));
    while (reader.accept(','));
    reader.expect('}');
    return { kind: 'list', items };
  }
  const { text } = reader.next();
  if (/^-?\d/u.test(text)) return { kind: 'number', text };
  const name = resolveName(body, text);
  return reader.accept('|')
    ? { kind: 'pair', first: name, second: resolveName(body, reader.next().text) }
    : { kind: 'name', name };
}

function textOf({ opcode, operands }: Pick<PtxInstruction, 'opcode' | 'operands'>): string {
  const written = (operand: PtxOperand): string => {
    if (operand.kind === 'name') return operand.name;
    if (operand.kind === 'number') return operand.text;
    if (operand.kind === 'pair') return `${operand.first}|${operand.second}`;
    if (operand.kind === 'list') return `{${operand.items.map(written).join(', ')}}`;
    return `[${operand.base}${operand.offset === 0 ? '' : `+${operand.offset}`}]`;
  };
  return operands.length === 0 ? opcode : `${opcode} ${operands.map(written).join(', ')}`;
}

function readInstruction(reader: Reader, body: Body): void {
  const { line } = reader.peek();
  let guard: PtxInstruction['guard'];
  if (reader.accept('@')) {
    const negated = reader.accept('!');
    guard = { name: resolveName(body, reader.next().text), negated };
  }
  const opcode = reader.next().text;
  if (!/^[a-z]/u.test(opcode)) throw syntaxError(line, `'${opcode}' is no instruction`);
  const operands: PtxOperand[] = [];
  if (!reader.accept(';')) {
    do operands.push(operandOf(reader, body));
    while (reader.accept(','));
    reader.expect(';');
  }
  const plain = textOf({ opcode, operands });
  const text = guard ? `@${guard.negated ? '!' : ''}${guard.name} ${plain}` : plain;
  body.instructions.push({ line, text, opcode, operands, ...(guard ? { guard } : {}) });
}

/** `.reg .b32 %r<32>, a;` */
function readRegisters(reader: Reader, body: Body): void {
  const type = reader.next().text.slice(1);
  do {
    const { text } = reader.next();
    const scope = body.scopes.at(-1);
    const name = scope ? `${text}#${body.blocks}` : text;
    scope?.set(text, name);
    if (reader.accept('<')) {
      const count = Number(reader.next().text);
      reader.expect('>');
      for (let i = 0; i < count; i++) body.registers.set(`${name}${i}`, type);
    } else body.registers.set(name, type);
  } while (reader.accept(','));
  reader.expect(';');
}

/** `.shared .align 16 .b8 name[256];`, after `.shared`. */
function readShared(reader: Reader): SharedVariable {
  let align = 1;
  if (reader.accept('.align')) align = Number(reader.next().text);
  const type = reader.next();
  const width = Number(/\d+$/u.exec(type.text)?.[0]) / 8;
  const name = reader.next().text;
  let count: number | undefined = 1;
  if (reader.accept('[')) {
    count = reader.peek().text === ']' ? undefined : Number(reader.next().text);
    reader.expect(']');
  }
  reader.expect(';');
  if (!(width > 0)) throw syntaxError(type.line, `'${type.text}' is no type`);
  return { name, align: Math.max(align, width), ...(count === undefined ? {} : { bytes: count * width }) };
}

function readStatement(reader: Reader, body: Body): void {
  const { text, line } = reader.peek();
  if (text === '{') {
    reader.next();
    body.blocks++;
    body.scopes.push(new Map());
  } else if (text === '.reg') {
    reader.next();
    readRegisters(reader, body);
  } else if (text === '.shared') {
    reader.next();
    body.shared.push(readShared(reader));
  } else if (text === '.pragma') {
    while (!reader.accept(';')) reader.next();
  } else if (/^[$_A-Za-z]/u.test(text) && /^[$_A-Z]/u.test(text)) {
    reader.next();
    reader.expect(':');
    body.labels.set(text, body.instructions.length);
  } else if (text.startsWith('.')) throw syntaxError(line, `'${text}' is not understood here`);
  else readInstruction(reader, body);
}

/** The type of a struct that is passed by value, `.align 16 .b8 name[16]`: bits of as many bytes, where it is aligned to these. */
function structType(reader: Reader, line: number, type: string, align: number): string {
  reader.expect('[');
  const bytes = Number(reader.next().text);
  reader.expect(']');
  if (type !== 'b8' || align !== bytes)
    throw syntaxError(line, `a parameter of ${bytes} × ${type}, aligned to ${align} bytes, is not understood`);
  return `b${8 * bytes}`;
}

function readParams(reader: Reader): PtxEntry['params'] {
  const params: { name: string; type: string }[] = [];
  reader.expect('(');
  if (reader.accept(')')) return params;
  do {
    reader.expect('.param');
    const align = reader.accept('.align') ? Number(reader.next().text) : undefined;
    const type = reader.next().text.slice(1);
    const name = reader.next();
    if (!/^[busf]\d+$/u.test(type)) throw syntaxError(name.line, `a parameter of type '${type}' is not understood`);
    if (align === undefined) params.push({ name: name.text, type });
    else params.push({ name: name.text, type: structType(reader, name.line, type, align) });
  } while (reader.accept(','));
  reader.expect(')');
  return params;
}

/** Shared memory declared for the whole module. */
function moduleShared(declarations: string): readonly SharedVariable[] {
  const reader = readerOf(tokensOf(declarations));
  const found: SharedVariable[] = [];
  while (!reader.done()) {
    if (reader.next().text === '.shared') found.push(readShared(reader));
  }
  return found;
}

/**
 * One kernel of a PTX module, as compilers write it.
 *
 * Errors: `KERNEL.LOAD_FAILED` where the module has none of this name, `TRACE.SYNTAX`.
 */
export function parseEntry(ptx: string, name: string): PtxEntry {
  const { declarations, entry, linesBefore } = entryText(ptx, name);
  const reader = readerOf(tokensOf(entry, linesBefore + 1));
  while (reader.next().text !== '.entry');
  reader.expect(name);
  const params = readParams(reader);
  while (!reader.done() && reader.peek().text !== '{') reader.next();
  reader.expect('{');
  const body: Body = {
    registers: new Map(),
    shared: [...moduleShared(declarations)],
    instructions: [],
    labels: new Map(),
    scopes: [],
    blocks: 0,
  };
  for (;;) {
    if (reader.done()) throw syntaxError(reader.peek().line, `kernel '${name}' has no end`);
    if (!reader.accept('}')) readStatement(reader, body);
    else if (body.scopes.pop() === undefined) break;
  }
  const { registers, shared, instructions, labels } = body;
  return { name, params, registers, shared, instructions, labels };
}
