import type { CpuScratch, FoundPattern, KernelSteps, MatrixContext, TargetPrograms, WasmArgument } from '@spmv/core';
import { INDEX_LIMIT, readNumbers, SpmvError } from '@spmv/core';
import type { CalledPass } from './vectors/sums.ts';

/** A span of columns up to here is summed in an array of its own, 1 MiB: what a second-level cache holds. */
const DENSE_SPAN = 2 ** 17;
/** So many columns for each term, too. */
const DENSE_COLUMNS = 4;
/** Numbers of 32 bits in a line of the cache: what is each worker's own begins with one. */
const LINE = 16;

const A = { rowStartA: 'A.rowStart', colIndexA: 'A.colIndex' } as const;
const B = { rowStartB: 'B.rowStart', colIndexB: 'B.colIndex' } as const;
/** The matrix that is added, and the addresses of one that is not there. */
const D = { rowStartD: 'D.rowStart', colIndexD: 'D.colIndex' } as const;
const NO_D = { rowStartD: 0, colIndexD: 0 } as const;
const RANGE = { begin: 'begin', end: 'end' } as const;

/** C cannot be numbered: `KERNEL.REFUSED`. */
export function tooManyEntries(nnz: number): SpmvError {
  return new SpmvError('KERNEL.REFUSED', `The product has ${nnz} entries, and csr numbers at most ${INDEX_LIMIT}.`, {
    fix: 'Multiply blocks of rows of A one after another: each row of C depends on one row of A alone. Where a kernel can be named, js/spgemm-csr64 computes C ← αAB beyond that, in csr64.',
    details: { nnz, most: INDEX_LIMIT },
  });
}

/** Where a worker keeps the columns of a row: a bit for each column, a bit for each word of those, one for each word of these, and the place in the row that a word begins at. */
export function columnSet(cols: number): {
  readonly scratch: CpuScratch;
  readonly called: Readonly<Record<'set' | 'stride' | 'words' | 'second' | 'third' | 'worker', WasmArgument>>;
} {
  const words = Math.ceil(cols / 64);
  const second = Math.ceil(words / 64);
  const third = Math.ceil(second / 64);
  const length = Math.ceil((2 * (words + second + third) + words + 1) / LINE) * LINE;
  return {
    scratch: { element: 'i32', length, perWorker: true },
    called: { set: 'scratch.set', stride: length, words, second, third, worker: 'worker' },
  };
}

/** Addresses of what is not there. */
const NO_PAIRS = { wordStart: 0, wordIndex: 0, wordBits: 0 } as const;
const PAIRS = { wordStart: 'work.wordStart', wordIndex: 'work.wordIndex', wordBits: 'work.wordBits' } as const;
/** Whether a row of B has the columns of the row before, each one further. */
const SHIFTED = 'work.shifted';
/** What `work.totals` holds: terms of the longest row of C, entries of C, words of all rows of B. */
const [MOST, ENTRIES, WORDS] = [0, 1, 2];

/**
 * The phases of C ← αAB of CSR, or of C ← αAB + βD where a matrix D is there, by compiled functions of these names: `countTerms`, `startTerms`, `countWords`, `startRows`, `fillWords`, `countEntries`, and `fillRows` with a suffix.
 * A row of C is counted and found anew unless it is the row before, each column one further, as on a grid.
 * Where the columns of B are few words of 64 bits, these are put together once, and columns of C found from them (Deveci, Trott, Rajamanickam 2018, section 3).
 */
export function rowProducts<T extends 'wasm' | 'native'>(
  inTarget: (pass: CalledPass) => TargetPrograms[T]['passes'][number],
): {
  symbolic(context: MatrixContext): KernelSteps<T, FoundPattern>;
  numeric(context: MatrixContext, suffix: string, again: boolean, found: FoundPattern): KernelSteps<T>;
} {
  const program = (
    passes: readonly CalledPass[],
    scratch: Readonly<Record<string, CpuScratch>> = {},
  ): TargetPrograms[T] => ({ passes: passes.map(inTarget), scratch }) as unknown as TargetPrograms[T];
  const pass = (
    name: string,
    given: Readonly<Record<string, WasmArgument>>,
    count: number,
    work?: string,
  ): CalledPass => ({
    export: name,
    arguments: { ...given, ...RANGE },
    partition: { unit: 'rows', count, ...(work === undefined ? {} : { work }) },
  });
  const starts = (name: string, array: string, at: number, rows: number): CalledPass => ({
    export: name,
    arguments: { starts: array, totals: 'work.totals', at, rows },
    partition: { unit: 'matrix', count: 1 },
  });
  const sizes = ({ matrices }: MatrixContext) => ({
    rows: matrices['A']?.shape.rows ?? 0,
    inner: matrices['B']?.shape.rows ?? 0,
    cols: matrices['B']?.shape.cols ?? 0,
    entries: matrices['B']?.nnz ?? 0,
  });
  const addedOf = ({ matrices }: MatrixContext) => (matrices['D'] ? D : NO_D);
  const arePairs = (words: number, entries: number): boolean => words > 0 && 2 * words <= entries;
  return {
    *symbolic(context) {
      const { maxWorkBytes } = context;
      const { rows, inner, cols, entries } = sizes(context);
      const set = columnSet(cols);
      const added = addedOf(context);
      yield { do: 'bound', bytes: 8 * (rows + 1) + 24 + 4 * (inner + 1) + inner };
      yield { do: 'allocate', name: 'work.terms', element: 'f64', length: rows + 1 };
      yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 3 };
      yield { do: 'allocate', name: 'work.wordStart', element: 'i32', length: inner + 1 };
      yield { do: 'allocate', name: SHIFTED, element: 'u8', length: inner };
      yield {
        do: 'run',
        program: program([
          pass(
            'countTerms',
            { ...A, rowStartB: B.rowStartB, rowStartD: added.rowStartD, terms: 'work.terms' },
            rows,
            'A.rowStart',
          ),
          starts('startTerms', 'work.terms', MOST, rows),
          pass('countWords', { ...B, wordStart: PAIRS.wordStart, shifted: SHIFTED }, inner, 'B.rowStart'),
          starts('startRows', PAIRS.wordStart, WORDS, inner),
        ]),
      };
      // Rows are divided by their terms, which have to be there when the next program is prepared.
      const totals = yield* readNumbers('work.totals', 0, 3);
      const [most, words] = [totals[MOST], totals[WORDS]];
      // Columns are found one by one, too, where words are more than may be taken.
      const taken = 8 * (rows + 1) + 24 + 4 * (inner + 1) + inner + 4 * set.scratch.length;
      const isPaired = arePairs(words, entries) && taken + 12 * words <= maxWorkBytes;
      if (isPaired) {
        yield { do: 'bound', bytes: 12 * words };
        yield { do: 'allocate', name: 'work.wordIndex', element: 'i32', length: words };
        yield { do: 'allocate', name: 'work.wordBits', element: 'f64', length: words };
      } else yield { do: 'release', name: 'work.wordStart' };
      const pairs = isPaired ? PAIRS : NO_PAIRS;
      const found = {
        ...A,
        ...B,
        ...added,
        ...pairs,
        shifted: SHIFTED,
        entries,
        rowStartC: 'C.rowStart',
        terms: 'work.terms',
        ...set.called,
      };
      yield {
        do: 'run',
        program: program(
          [
            ...(isPaired ? [pass('fillWords', { ...B, ...PAIRS }, inner, 'B.rowStart')] : []),
            pass('countEntries', found, rows, 'work.terms'),
            starts('startRows', 'C.rowStart', ENTRIES, rows),
          ],
          { set: set.scratch },
        ),
      };
      const [nnz] = yield* readNumbers('work.totals', ENTRIES, 1);
      if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
      return { nnz, notes: [Number(isPaired), most] };
    },
    *numeric(context, suffix, again, { notes: [paired = 0, most = 0] = [] }) {
      const { rows, cols, entries } = sizes(context);
      const set = columnSet(cols);
      const isPaired = !again && paired === 1;
      const room = Math.min(cols, Math.max(DENSE_SPAN, DENSE_COLUMNS * most));
      const sums = Math.ceil(room / LINE) * LINE;
      const given = {
        ...A,
        valuesA: 'A.values',
        ...B,
        valuesB: 'B.values',
        ...addedOf(context),
        valuesD: context.matrices['D'] ? 'D.values' : 0,
        ...(isPaired ? PAIRS : NO_PAIRS),
        shifted: SHIFTED,
        entries,
        rowStartC: 'C.rowStart',
        colIndexC: 'C.colIndex',
        valuesC: 'C.values',
        terms: 'work.terms',
        ...set.called,
        sums: 'scratch.sums',
        room: sums,
        denseSpan: DENSE_SPAN,
        denseColumns: DENSE_COLUMNS,
        again: Number(again),
        alpha: 'alpha',
        beta: context.matrices['D'] ? 'beta' : 0,
      };
      yield {
        do: 'run',
        program: program([pass(`fillRows${suffix}`, given, rows, 'work.terms')], {
          set: set.scratch,
          sums: { element: 'f64', length: sums, perWorker: true },
        }),
      };
      if (!isPaired) return;
      // What columns were found from is needed no more, once threads are through.
      yield* readNumbers('work.totals', 0, 1);
      for (const name of Object.values(PAIRS)) yield { do: 'release', name };
    },
  };
}
