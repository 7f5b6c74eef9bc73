import type { FileBytes, FileLimits, FileMatrix, FileReadOptions } from '@spmv/core';
import { INDEX_LIMIT, SpmvError } from '@spmv/core';

const FIRST = /^edges (\d{1,15}) (\d{1,15})\n/;
/** Bytes read at once. */
const PIECE = 1 << 20;
/** No line of three numbers is as long. */
const LONGEST_LINE = 1000;

/** Whether these first bytes of a file are those of such a file. */
export function beginsRight(head: Uint8Array): boolean {
  return FIRST.test(new TextDecoder().decode(head));
}

function wrong(line: number, what: string): SpmvError {
  return new SpmvError('FILE.FORMAT', `line ${line}: ${what}.`, {
    fix: 'Write "edges ROWS COLS", then "row col value" a line, numbered from 0.',
    details: { line },
  });
}

function tooLarge(what: string, fix: string): SpmvError {
  return new SpmvError('FILE.LIMIT', what, { fix, details: {} });
}

/** Lines one after another, a piece of the file at a time: a file may be larger than a string. */
async function* linesOf(bytes: FileBytes, signal: FileReadOptions['signal']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < bytes.size;) {
    if (signal?.aborted) throw signal.reason;
    const piece = await bytes.read(at, PIECE);
    if (piece.length === 0) break;
    at += piece.length;
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw tooLarge('A line is longer than any of three numbers.', 'Check what the file is.');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Numbers that grow with what is there, not with what a header claims. */
function growing<Numbers extends Int32Array | Float64Array>(
  make: (length: number) => Numbers,
): { put(at: number, value: number): void; upTo(length: number): Numbers } {
  let numbers = make(1024);
  return {
    put(at, value) {
      if (at === numbers.length) {
        const more = make(2 * at);
        more.set(numbers);
        numbers = more;
      }
      numbers[at] = value;
    },
    upTo: (length) => numbers.slice(0, length) as Numbers,
  };
}

function shapeOf(line: string): FileMatrix['shape'] {
  const [, rows, cols] = FIRST.exec(`${line}\n`) ?? [];
  if (rows === undefined || cols === undefined) throw wrong(1, 'the file does not begin with its shape');
  const shape = { rows: Number(rows), cols: Number(cols) };
  if (Math.max(shape.rows, shape.cols) > INDEX_LIMIT)
    throw tooLarge(`${rows} × ${cols} is more than ${INDEX_LIMIT}.`, 'Divide the matrix into blocks.');
  return shape;
}

/** Reads a file. Errors: `FILE.FORMAT` with the line at fault, `FILE.LIMIT`; the signal's reason. */
export async function readEdges(
  bytes: FileBytes,
  { entries: most = INDEX_LIMIT }: FileLimits,
  signal: FileReadOptions['signal'],
): Promise<FileMatrix> {
  const rowIndex = growing((length) => new Int32Array(length));
  const colIndex = growing((length) => new Int32Array(length));
  const values = growing((length) => new Float64Array(length));
  let shape: FileMatrix['shape'] | undefined;
  let count = 0;
  for await (const line of linesOf(bytes, signal)) {
    if (shape === undefined) {
      shape = shapeOf(line);
      continue;
    }
    if (count === most)
      throw tooLarge(`There are more than ${most} entries.`, 'Raise --max-entries, if you trust the file.');
    const [, row, col, number] = /^(\d{1,10}) (\d{1,10}) (\S{1,40})$/.exec(line) ?? [];
    const [i, j, value] = [Number(row), Number(col), Number(number)];
    if (number === undefined || !(i < shape.rows && j < shape.cols))
      throw wrong(count + 2, `'${line.slice(0, 60)}' is no entry of a matrix of ${shape.rows} × ${shape.cols}`);
    if (Number.isNaN(value) && number !== 'NaN') throw wrong(count + 2, `'${number}' is no number`);
    rowIndex.put(count, i);
    colIndex.put(count, j);
    values.put(count++, value);
  }
  if (shape === undefined) throw wrong(1, 'the file is empty');
  return {
    shape,
    positions: { rowIndex: rowIndex.upTo(count), colIndex: colIndex.upTo(count) },
    values: values.upTo(count),
    field: 'real',
    symmetry: 'general',
    about: 'entries as text',
  };
}
