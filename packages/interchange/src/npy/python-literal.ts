/** What a header of NumPy is made of: a dictionary of texts, truth values, integers, and tuples or lists of these. */
export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };

/** A place in the text that is no literal. */
export interface LiteralFault {
  readonly at: number;
  readonly what: string;
}

/** Deeper than any type of elements is described. */
const DEPTH = 16;

interface Cursor {
  readonly text: string;
  at: number;
}

function fault(cursor: Cursor, what: string): never {
  throw Object.assign(new Error(what), { literal: { at: cursor.at, what } satisfies LiteralFault });
}

function skipBlanks(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at++;
}

function matched(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function sequence(cursor: Cursor, end: ')' | ']', depth: number): readonly Literal[] {
  const items: Literal[] = [];
  cursor.at++;
  for (;;) {
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === end) break;
    items.push(value(cursor, depth));
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === ',') cursor.at++;
    else if (cursor.text[cursor.at] !== end) fault(cursor, `there is no comma or ${end}`);
  }
  cursor.at++;
  return items;
}

function dictionary(cursor: Cursor, depth: number): Readonly<Record<string, Literal>> {
  const entries: (readonly [string, Literal])[] = [];
  cursor.at++;
  for (;;) {
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === '}') break;
    const key = value(cursor, depth);
    skipBlanks(cursor);
    if (typeof key !== 'string') fault(cursor, 'a key is no text');
    if (cursor.text[cursor.at] !== ':') fault(cursor, 'there is no colon after a key');
    cursor.at++;
    if (entries.some(([other]) => other === key)) fault(cursor, `the key '${key}' is there twice`);
    entries.push([key, value(cursor, depth)]);
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === ',') cursor.at++;
    else if (cursor.text[cursor.at] !== '}') fault(cursor, 'there is no comma or }');
  }
  cursor.at++;
  return Object.fromEntries(entries);
}

function value(cursor: Cursor, depth: number): Literal {
  if (depth === 0) fault(cursor, `it is nested deeper than ${DEPTH} times`);
  skipBlanks(cursor);
  const first = cursor.text[cursor.at];
  if (first === '(') return sequence(cursor, ')', depth - 1);
  if (first === '[') return sequence(cursor, ']', depth - 1);
  if (first === '{') return dictionary(cursor, depth - 1);
  const text = matched(cursor, /'[^'\\\n]*'|"[^"\\\n]*"/y);
  if (text !== undefined) return text.slice(1, -1);
  // Python 2 wrote a long integer with an L.
  const number = matched(cursor, /-?\d{1,19}L?(?![\w.])/y);
  if (number !== undefined) return Number(number.replace('L', ''));
  const word = matched(cursor, /True|False|None/y);
  if (word !== undefined) return word === 'None' ? null : word === 'True';
  return fault(cursor, 'there is no value');
}

/** The value of `text`, which is nothing but that, or where it is wrong. Runs nothing. */
export function parseLiteral(text: string): { readonly value: Literal } | { readonly fault: LiteralFault } {
  const cursor = { text, at: 0 };
  try {
    const found = value(cursor, DEPTH);
    skipBlanks(cursor);
    return cursor.at === text.length ? { value: found } : { fault: { at: cursor.at, what: 'something follows it' } };
  } catch (error) {
    const { literal } = error as { readonly literal?: LiteralFault };
    if (literal === undefined) throw error;
    return { fault: literal };
  }
}
