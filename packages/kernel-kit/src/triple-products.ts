import type { CpuScratch, FoundPattern, KernelSteps, MatrixContext, TargetPrograms } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { columnSet, tooManyEntries } from './row-products.ts';
import type { CalledPass } from './vectors/sums.ts';

const A = { rowStartA: 'A.rowStart', colIndexA: 'A.colIndex' } as const;
const P = { rowStartP: 'P.rowStart', colIndexP: 'P.colIndex' } as const;
/** Pᵀ: where its rows begin, which rows of P these name, and which entries of P. */
const T = { start: 'work.start', row: 'work.row' } as const;
const ENTRY = { entry: 'work.entry' } as const;
const RANGE = { begin: 'begin', end: 'end' } as const;

/** Room of a worker for a row of PᵀA and for one of C: columns that they may have, and the most that one has. */
type Room = Readonly<Record<'rows' | 'cols' | 'middle' | 'last', number>>;

/** What passes are told besides where arrays are. */
interface TripleNumbers extends Room {
  readonly again: number;
}

/** The passes of C ← PᵀAP by their names. */
type TripleName = 'transpose' | 'countTriples' | 'startTriples' | 'countTripleEntries' | 'startRows' | 'fillTriples';

/** A pass over so many units, which are divided by `work` where it is named. */
export interface TriplePass {
  readonly name: TripleName;
  readonly count: number;
  readonly numbers: TripleNumbers;
  readonly work?: string;
  /** `F64` or `F32` of a pass over values. */
  readonly suffix?: string;
}

/** Arguments of compiled passes, in the order of their parameters. */
function argumentsOf(name: TripleName, { rows, cols, middle, last, again }: TripleNumbers): CalledPass['arguments'] {
  const room = { rows, cols, middle, last, worker: 'worker' } as const;
  const [inner, outer] = [
    { middlePlace: 'scratch.middlePlace', middleColumns: 'scratch.middleColumns' },
    { lastPlace: 'scratch.lastPlace', lastColumns: 'scratch.lastColumns' },
  ] as const;
  switch (name) {
    case 'transpose':
      return { ...P, ...T, ...ENTRY, rows, cols };
    case 'countTriples':
      return { ...A, rowStartP: P.rowStartP, ...T, first: 'work.first', terms: 'work.terms', ...RANGE };
    case 'startTriples':
      return { first: 'work.first', terms: 'work.terms', totals: 'work.totals', rows: cols };
    case 'countTripleEntries':
      return { ...A, ...P, ...T, rowStartC: 'C.rowStart', ...inner, ...outer, ...room, ...RANGE };
    case 'startRows':
      return { starts: 'C.rowStart', totals: 'work.totals', at: 0, rows: cols };
    case 'fillTriples':
      return {
        ...A,
        valuesA: 'A.values',
        ...P,
        valuesP: 'P.values',
        ...T,
        ...ENTRY,
        rowStartC: 'C.rowStart',
        colIndexC: 'C.colIndex',
        valuesC: 'C.values',
        ...inner,
        middleSums: 'scratch.middleSums',
        ...outer,
        lastSums: 'scratch.lastSums',
        ...columnSet(cols).called,
        ...room,
        again,
        ...RANGE,
      };
  }
}

/**
 * The phases of C ← PᵀAP of CSR, by functions of these names in any language of the processor: a row of PᵀA is formed and multiplied with P at once, so that neither PᵀA nor AP is ever stored, and no term is computed twice.
 * Work: 8 bytes for each entry of P and 20 for each column; for each worker 4 bytes for each row and column of P, and 12 for each entry of the longest row of PᵀA and of C. It follows the merged triple products of Henson, Yang 2002.
 */
export function tripleProducts<L extends 'js' | 'wasm' | 'native'>(
  passOf: (pass: TriplePass) => TargetPrograms[L]['passes'][number],
): {
  symbolic(context: MatrixContext): KernelSteps<L, FoundPattern>;
  numeric(context: MatrixContext, again: boolean, found: FoundPattern): KernelSteps<L>;
} {
  const program = (
    passes: readonly TargetPrograms[L]['passes'][number][],
    scratch: Readonly<Record<string, CpuScratch>> = {},
  ): TargetPrograms[L] => ({ passes, scratch }) as unknown as TargetPrograms[L];
  const sizesOf = ({ matrices }: MatrixContext) => ({
    rows: matrices['P']?.shape.rows ?? 0,
    cols: matrices['P']?.shape.cols ?? 0,
    entries: matrices['P']?.nnz ?? 0,
  });
  const roomOf = (context: MatrixContext, [first = 0, terms = 0]: readonly number[]): Room => {
    const { rows, cols } = sizesOf(context);
    return { rows, cols, middle: Math.min(first, rows), last: Math.min(terms, cols) };
  };
  const scratchOf = ({ rows, cols, middle, last }: Room, sums: boolean): Readonly<Record<string, CpuScratch>> => {
    const each = (element: 'i32' | 'f64', length: number): CpuScratch => ({ element, length, perWorker: true });
    return {
      middlePlace: each('i32', rows),
      middleColumns: each('i32', middle),
      lastPlace: each('i32', cols),
      lastColumns: each('i32', last),
      middleSums: each('f64', sums ? middle : 0),
      lastSums: each('f64', sums ? last : 0),
      set: sums ? columnSet(cols).scratch : each('i32', 0),
    };
  };
  return {
    *symbolic(context) {
      const { rows, cols, entries } = sizesOf(context);
      yield { do: 'bound', bytes: 20 * (cols + 1) + 8 * entries + 16 };
      yield { do: 'allocate', name: 'work.start', element: 'i32', length: cols + 1 };
      yield { do: 'allocate', name: 'work.row', element: 'i32', length: entries };
      yield { do: 'allocate', name: 'work.entry', element: 'i32', length: entries };
      yield { do: 'allocate', name: 'work.terms', element: 'f64', length: cols + 1 };
      yield { do: 'allocate', name: 'work.first', element: 'f64', length: cols + 1 };
      yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 2 };
      const none = { rows, cols, middle: 0, last: 0, again: 0 };
      yield { do: 'run', program: program([passOf({ name: 'transpose', count: 1, numbers: none })]) };
      // Rows are divided by what was computed before.
      yield* readNumbers('work.start', 0, 1);
      const counting = [
        passOf({ name: 'countTriples', count: cols, numbers: none, work: 'work.start' }),
        passOf({ name: 'startTriples', count: 1, numbers: none }),
      ];
      yield { do: 'run', program: program(counting) };
      const most = Array.from(yield* readNumbers('work.totals', 0, 2));
      yield { do: 'release', name: 'work.first' };
      const room = roomOf(context, most);
      const passes = [
        passOf({ name: 'countTripleEntries', count: cols, numbers: { ...room, again: 0 }, work: 'work.terms' }),
        passOf({ name: 'startRows', count: 1, numbers: none }),
      ];
      yield { do: 'run', program: program(passes, scratchOf(room, false)) };
      const [nnz = 0] = yield* readNumbers('work.totals', 0, 1);
      if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
      return { nnz, notes: most };
    },
    *numeric(context, again, { notes = [] }) {
      const room = roomOf(context, notes);
      const suffix = context.precision.precision.toUpperCase();
      const numbers = { ...room, again: Number(again) };
      const filling = passOf({ name: 'fillTriples', count: room.cols, numbers, work: 'work.terms', suffix });
      yield { do: 'run', program: program([filling], scratchOf(room, true)) };
    },
  };
}

/** A compiled pass, without its module. */
export function calledTriple({ name, count, numbers, work, suffix = '' }: TriplePass): CalledPass {
  return {
    export: `${name}${suffix}`,
    arguments: argumentsOf(name, numbers),
    partition: { unit: work === undefined ? 'matrix' : 'rows', count, ...(work === undefined ? {} : { work }) },
  };
}
