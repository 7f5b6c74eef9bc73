import { isSpmvError } from '@spmv/core';
import { type MatrixMarketFile, type ReadOptions, toCoo } from '../src/index.ts';
import { createParser } from '../src/read/parser.ts';
import { createScanner, type Scanner } from '../src/wasm/scanner.ts';

export interface FuzzOutcome {
  /** `read`, or the code of the refusal. */
  readonly outcome: string;
  /** What must not happen, if it did. */
  readonly failure?: string;
}

/** Entries a fuzzed header may announce. */
const LIMITS: ReadOptions = { limits: { entries: 1 << 24 } };

function outcomeOf(
  input: Uint8Array,
  cuts: readonly number[],
  scanner: Scanner | undefined,
): { readonly text: string; readonly file?: MatrixMarketFile; readonly error?: unknown } {
  try {
    const parser = createParser(LIMITS, { totalBytes: cuts.length === 0 ? input.length : undefined, scanner });
    const edges = [0, ...cuts, input.length];
    for (let k = 1; k < edges.length; k++) parser.push(input.subarray(edges[k - 1], edges[k]));
    const file = parser.finish();
    return { text: fingerprint(file), file };
  } catch (error) {
    const { details } = error as { details?: { line?: unknown; column?: unknown } };
    return { text: `${(error as Error).message} ${String(details?.line)} ${String(details?.column)}`, error };
  }
}

function fingerprint(file: MatrixMarketFile): string {
  return JSON.stringify([
    file.header,
    [...file.rowIndex],
    [...file.colIndex],
    [...file.values].map(String),
    [...file.imaginary].map(String),
    file.warnings,
    file.lines,
  ]);
}

/** Invariants of a file that was read. */
function broken(file: MatrixMarketFile): string | undefined {
  const { header, rowIndex, colIndex } = file;
  if (header.format === 'coordinate' && rowIndex.length !== header.storedEntries)
    return 'the number of entries is not the announced one';
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k];
    const j = colIndex[k];
    if (!(i >= 0 && i < header.rows && j >= 0 && j < header.cols)) return `entry ${k} lies outside`;
  }
  return undefined;
}

function convertible(file: MatrixMarketFile): string | undefined {
  if (file.header.format === 'array' && file.header.rows * file.header.cols > 1e5) return undefined;
  try {
    toCoo(file, { inexactIntegers: 'round' });
    return undefined;
  } catch (error) {
    return isSpmvError(error) ? undefined : `toCoo threw ${String(error)}`;
  }
}

/** Checks inputs with one scanner for all. */
export function createFuzzCheck(): (input: Uint8Array, salt: number) => FuzzOutcome {
  const scanner = createScanner();
  return (input, salt) => checkInput(input, salt, scanner);
}

/** Reads an input whole by the JavaScript loop, and in pieces by the WebAssembly scanner. */
function checkInput(input: Uint8Array, salt: number, scanner: Scanner | undefined): FuzzOutcome {
  const whole = outcomeOf(input, [], undefined);
  const cuts = [salt % 7, salt % 31, salt % 127].map((cut) => (cut * input.length) >> 7).toSorted((a, b) => a - b);
  const pieces = outcomeOf(input, cuts, scanner);
  if (whole.file === undefined) {
    if (!isSpmvError(whole.error)) return { outcome: 'crash', failure: String((whole.error as Error).stack) };
    const { line, column } = whole.error.details;
    const { code } = whole.error;
    if (!code.startsWith('MMIO.') || !(Number(line) >= 1) || !(Number(column) >= 1))
      return { outcome: code, failure: `no place: ${whole.error.message}` };
    return pieces.text === whole.text
      ? { outcome: code }
      : { outcome: code, failure: `cut at ${cuts.join(', ')}: ${pieces.text} instead of ${whole.text}` };
  }
  const wrong = broken(whole.file) ?? convertible(whole.file);
  if (wrong !== undefined) return { outcome: 'read', failure: wrong };
  return pieces.text === whole.text
    ? { outcome: 'read' }
    : { outcome: 'read', failure: `cut at ${cuts.join(', ')} it is read otherwise` };
}
