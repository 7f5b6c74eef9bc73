import type { NativeFunction, NativeFunctions } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import { valueRules } from '../body/value-rules.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import { valuesPerEntry } from '../model/header.ts';
import type { ReadOptions } from '../model/options.ts';
import { completeFile } from '../read/complete-file.ts';
import { DEFAULT_LIMITS } from '../read/limits.ts';
import { createWarningList } from '../read/warnings.ts';
import { throwIfAborted } from '../source/until.ts';
import type { PlainSource } from './plain-source.ts';

const PARAMETERS = [
  'state',
  'rowIndex',
  'colIndex',
  'values',
  'file',
  'begin',
  'end',
  'fileEnd',
  'rows',
  'cols',
  'base',
  'number',
  'room',
  'threads',
] as const;

/** What stands behind two positions, as compiled code is told. */
const NUMBER = { none: 0, real: 1, integer: 2 } as const;

/** Bytes that it takes for one line at most. */
const LINE_BYTES = 4096;

/** Bytes of text for which another thread is worth its start. */
export const BYTES_PER_THREAD: number = 2 ** 19;

/** Bytes that a thread reads before others have their turn. */
const BYTES_AT_ONCE = 2 ** 23;

/** The function that reads; undefined where there is none, or none for this processor. */
function readerOf(functions: NativeFunctions, args: Float64Array): NativeFunction | undefined {
  try {
    return functions.bind('readEntries', args, PARAMETERS);
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}

/**
 * As `readParallel`, by compiled code: real numbers, integers and patterns by their positions, in memory of this thread alone. Undefined when
 * anything in the text is not plain. Errors: the signal's reason.
 */
export async function readCompiled(
  { fd, header, headerBytes, fileBytes }: PlainSource,
  functions: NativeFunctions,
  threads: number,
  options: ReadOptions,
): Promise<MatrixMarketFile | undefined> {
  const { rows, cols, storedEntries: n } = header;
  const width = valuesPerEntry(header.field);
  if (header.format !== 'coordinate' || width > 1) return undefined;
  if ((options.limits?.lineBytes ?? DEFAULT_LIMITS.lineBytes) < LINE_BYTES) return undefined;
  const args = new Float64Array(PARAMETERS.length);
  const run = readerOf(functions, args);
  if (!run) return undefined;
  const rules = valueRules(header);
  const state = new Float64Array(1);
  const [rowIndex, colIndex] = [new Int32Array(n), new Int32Array(n)];
  const values = new Float64Array(width * n);
  const addresses = [state, rowIndex, colIndex, values].map((array) => {
    const bytes = new Uint8Array(array.buffer);
    return bytes.length === 0 ? 0 : functions.addressOf(bytes);
  });
  const number = width === 0 ? NUMBER.none : rules.integral ? NUMBER.integer : NUMBER.real;
  for (let begin = headerBytes; begin < fileBytes;) {
    const most = Math.max(1, Math.min(threads, Math.ceil((fileBytes - begin) / BYTES_PER_THREAD)));
    const end = Math.min(fileBytes, begin + most * BYTES_AT_ONCE);
    args.set([...addresses, fd, begin, end, fileBytes, rows, cols, options.indexBase ?? 1, number, n, most]);
    run();
    const entries = state[0] as number;
    if (entries < 0) return undefined;
    options.onProgress?.({ bytes: end, totalBytes: fileBytes, entries, totalEntries: n });
    begin = end;
    if (end < fileBytes) await new Promise<void>((resolve) => setImmediate(resolve));
    throwIfAborted(options.signal);
  }
  if (state[0] !== n) return undefined;
  const first = header.sizeLine + 1;
  return completeFile(
    {
      header,
      rowIndex,
      colIndex,
      values,
      imaginary: new Float64Array(0),
      count: n,
      lineOffset: first,
      lineRuns: { from: [0], offset: [first] },
      wide: new Map(),
    },
    rules,
    options,
    createWarningList(false, options.onWarning),
  );
}
