import type { CudaLaunch, FoundPattern, KernelSteps } from '@spmv/core';
import { readNumbers } from '@spmv/core';
import type { Lengths } from './cuda-arrays.ts';
import { allocate, allocateEntries, bytesOf, release } from './cuda-arrays.ts';
import { beside, run } from './cuda-launches.ts';
import type { Piece } from './cuda-pattern.ts';
import { boundRows, clear, countWords, listRows, NOWHERE, patternOf, startRows, sumCounts } from './cuda-pattern.ts';
import type { ProductSizes, RowRange, RowTally } from './cuda-sizes.ts';
import { BINS, ENTRIES, mergedRanges, rangesOf, ROW_BLOCK, TALLY, tallyOf, wholeOf } from './cuda-sizes.ts';
import { putValues } from './cuda-values.ts';

/** A product in pieces of A. */
interface Pieces {
  /** Rows of a piece, but of the last. */
  readonly length: number;
  /** Rows that no table is for, and whose windows are counted together. */
  readonly longRows: number;
  /** What was counted of each. */
  readonly tallies: readonly RowTally[];
  /** Of all arrays that stay. */
  readonly bytes: number;
}

const pieceAt = ({ rows }: ProductSizes, length: number, k: number): Piece => ({
  from: k * length,
  length: Math.min(length, rows - k * length),
});

/** What stays, of pieces of so many rows, before anything is counted: what each piece has, words of B, and lists, which are found again for each. */
function lengthsOf({ rows, inner }: ProductSizes, length: number): Lengths {
  const most = Math.min(length, rows);
  const tallies: Record<string, Lengths[string]> = {};
  for (let k = 0; k * length < rows; k++) tallies[`tally${k}`] = ['u32', 2 * TALLY];
  return {
    words: ['i32', inner],
    cursor: ['i32', 2 * BINS],
    tally: ['u32', 2 * TALLY],
    bins: ['i32', most],
    list: ['i32', most],
    valueList: ['i32', most],
    ...tallies,
  };
}

/** Parts of long rows, and where their windows are counted. */
function laterLengths({ windows, valueTables }: ProductSizes, tallies: readonly RowTally[], longRows: number): Lengths {
  const parts = Math.max(0, ...tallies.map(({ valueBins }) => valueBins[valueTables] ?? 0));
  return { parts: ['i32', 2 * parts], found: ['i32', windows > 1 ? longRows * windows : 0] };
}

const longOf = (sizes: ProductSizes, tally: RowTally): RowRange => patternOf(sizes, tally.bins, []).long;

/** Counts the entries of C in these rows, and what else is in their tally. */
function* countPiece(sizes: ProductSizes, piece: Piece, k: number): KernelSteps<'cuda', readonly number[]> {
  const { work, to } = sizes;
  const tally = `${work}tally${k}` as const;
  const none = `${work}cursor` as const;
  yield* run([...clear(sizes, tally, none), ...boundRows(sizes, piece, { counts: to.rowStart, room: NOWHERE, tally })]);
  const asked = tallyOf(wholeOf(yield* readNumbers(tally, 0, 2 * TALLY)));
  const pattern = patternOf(sizes, asked.bins, mergedRanges(asked));
  yield* run([
    ...listRows(sizes, piece, tally, 'pattern'),
    ...beside([...pattern.countLong(to.rowStart, NOWHERE), ...pattern.countTables(), ...pattern.countMerged()]),
    ...sumCounts(sizes, piece, to.rowStart, tally),
  ]);
  return wholeOf(yield* readNumbers(tally, 0, 2 * TALLY));
}

/**
 * The symbolic phase where memory for all rows at once is more than `maxWorkBytes`: rows of A in pieces, of at least 1,024, that fit. It counts; columns are found with the first values. Kept: 4 bytes a row of B, 12 bytes a row of a piece, 288 a piece, and
 * 8 for each part of rows beyond every table. It reads back 576 bytes a piece, and 8.
 */
export function* findInPieces(sizes: ProductSizes, maxWorkBytes: number): KernelSteps<'cuda', FoundPattern> {
  const { work, to, rows, rowBlocks, windows, element } = sizes;
  const sums: Lengths = { sums: ['u32', 2 * rowBlocks] };
  const halved = (blocks: number): number => Math.ceil(blocks / 2);
  let blocks = Math.max(1, rowBlocks);
  for (;;) {
    const length = blocks * ROW_BLOCK;
    const kept = lengthsOf(sizes, length);
    const bytes = bytesOf(kept) + bytesOf(sums);
    if (blocks > 1 && bytes > maxWorkBytes) {
      blocks = halved(blocks);
      continue;
    }
    yield { do: 'bound', bytes };
    yield* allocate(work, { ...kept, ...sums });
    yield* run([...clear(sizes, `${work}tally`, to.rowStart), ...countWords(sizes)]);
    const counted: (readonly number[])[] = [];
    for (let k = 0; k * length < rows; k++) counted.push(yield* countPiece(sizes, pieceAt(sizes, length, k), k));
    const tallies = counted.map(tallyOf);
    const most = Math.max(0, ...tallies.map((tally) => longOf(sizes, tally).length));
    const left = maxWorkBytes - bytesOf(kept) - bytesOf(laterLengths(sizes, tallies, 0));
    if (blocks > 1 && left < (windows > 1 && most > 0 ? 4 * windows : 0)) {
      yield* release(work, ...Object.keys({ ...kept, ...sums }));
      blocks = halved(blocks);
      continue;
    }
    yield* run(startRows(sizes, to.rowStart, `${work}tally`));
    const [low = 0, high = 0] = yield* readNumbers(`${work}tally`, 2 * ENTRIES, 2);
    const nnz = low + 2 ** 32 * high;
    yield* release(work, 'sums');
    const longRows = Math.min(most, Math.max(1, Math.floor(left / (4 * windows))));
    const later = laterLengths(sizes, tallies, longRows);
    yield* allocateEntries(to, element, nnz, bytesOf(later));
    yield { do: 'bound', bytes: bytesOf(later) };
    yield* allocate(work, later);
    return { nnz, notes: [0, length, longRows, ...counted.flat()] };
  }
}

/** The pieces that `found` tells of, none where all rows are taken at once. */
export function piecesOf(sizes: ProductSizes, { notes = [] }: FoundPattern): Pieces | undefined {
  const [, length = 0, longRows = 0, ...numbers] = notes;
  if (length === 0) return undefined;
  const tallies = Array.from({ length: numbers.length / TALLY }, (_, k) =>
    tallyOf(numbers.slice(k * TALLY, (k + 1) * TALLY)),
  );
  const bytes = bytesOf(lengthsOf(sizes, length)) + bytesOf(laterLengths(sizes, tallies, longRows));
  return { length, longRows, tallies, bytes };
}

/** Columns of rows that are not merged, whose list is there. */
function putColumns(sizes: ProductSizes, tally: RowTally, longRows: number): readonly CudaLaunch[] {
  const { work, to, windows } = sizes;
  const pattern = patternOf(sizes, tally.bins, []);
  const found = windows > 1 ? (`${work}found` as const) : NOWHERE;
  const launches = [...beside(pattern.putTables(to.rowStart, to.colIndex, NOWHERE))];
  const { first, length } = pattern.long;
  for (let i = 0; i < length; i += longRows) {
    const some = { first: first + i, length: Math.min(longRows, length - i) };
    if (windows > 1) launches.push(...pattern.countLong(NOWHERE, found, some));
    launches.push(...pattern.putLong(to.rowStart, to.colIndex, { counts: NOWHERE, found }, some));
  }
  return launches;
}

/** Values of αAB, piece after piece; unless it runs `again`, also columns. It reads nothing. */
export function* fillInPieces(
  sizes: ProductSizes,
  precision: string,
  again: boolean,
  { length, longRows, tallies }: Pieces,
): KernelSteps<'cuda'> {
  const { work, valueTables } = sizes;
  for (const [k, counted] of tallies.entries()) {
    const piece = pieceAt(sizes, length, k);
    const tally = `${work}tally${k}` as const;
    const { valueBins } = counted;
    yield* run([
      ...clear(sizes, `${work}tally`, `${work}cursor`),
      ...boundRows(sizes, piece, { counts: NOWHERE, room: NOWHERE, tally: `${work}tally` }),
      ...listRows(sizes, piece, tally, 'pattern'),
      ...(again ? [] : putColumns(sizes, counted, longRows)),
      ...listRows(sizes, piece, tally, 'values'),
      ...beside(
        putValues(sizes, precision, again, {
          ranges: rangesOf(valueBins.slice(0, valueTables)),
          parts: valueBins[valueTables] ?? 0,
          merged: mergedRanges(counted),
        }),
      ),
    ]);
  }
}
