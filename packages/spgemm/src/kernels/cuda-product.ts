import type { BufferName, CudaLaunch, FoundPattern, KernelSteps, MatrixContext } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import type { Lengths } from './cuda-arrays.ts';
import { allocate, allocateEntries, bytesOf, release } from './cuda-arrays.ts';
import { beside, launch, run } from './cuda-launches.ts';
import type { Piece } from './cuda-pattern.ts';
import { boundRows, clear, countWords, listRows, NOWHERE, patternOf, startRows, sumCounts } from './cuda-pattern.ts';
import { fillInPieces, findInPieces, piecesOf } from './cuda-pieces.ts';
import { findPlaces, placedRanges, putPlaced } from './cuda-placed.ts';
import type { CudaSpgemmParams, ProductPlan, ProductSizes } from './cuda-sizes.ts';
import { BINS, MERGE_BINS, mergedRanges, partOf, rangesOf, sizesOf, TALLY, tallyOf, wholeOf } from './cuda-sizes.ts';
import { putValues } from './cuda-values.ts';

/** The symbolic phase of a product. It goes to C, or to arrays of the kernel's own, whose row starts are there. */
export function* findProduct(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params, plan);
  const { work, to, rows, inner, rowBlocks, tables, windows, valueTables, element } = sizes;
  const { maxWorkBytes } = context;
  const [tally, waiting, room] = [`${work}tally`, `${work}waiting`, `${work}room`] as const;
  const early: Lengths = {
    tally: ['u32', 2 * TALLY],
    cursor: ['i32', 2 * BINS],
    words: ['i32', inner],
    bins: ['i32', rows],
    room: ['i32', rows + 1],
    sums: ['u32', 2 * rowBlocks],
  };
  const inPieces = (): KernelSteps<'cuda', FoundPattern> => findInPieces(sizes, maxWorkBytes);
  if (bytesOf(early) + 4 * rows > maxWorkBytes) return yield* inPieces();
  yield { do: 'bound', bytes: bytesOf(early) };
  yield* allocate(work, early);
  const all: Piece = { from: 0, length: rows };
  yield* run([
    ...clear(sizes, tally, to.rowStart),
    ...countWords(sizes),
    ...boundRows(sizes, all, { counts: to.rowStart, room, tally }),
  ]);
  const asked = tallyOf(wholeOf(yield* readNumbers(tally, 0, 2 * TALLY)));
  const { bins, unmerged } = asked;
  const pattern = patternOf(sizes, bins, mergedRanges(asked));
  // Where that is more than may be taken, columns are found twice.
  const roomBytes = Math.min(params.roomBytes, maxWorkBytes - bytesOf(early));
  const once = unmerged > 0 && unmerged <= INDEX_LIMIT && 4 * unmerged + 24 * rows <= roomBytes;
  const inWindows = windows > 1 && pattern.long.length > 0;
  const late: Lengths = {
    ...(inWindows ? { found: ['i32', pattern.long.length * windows] } : {}),
    ...(once ? { waiting: ['i32', unmerged], aside: ['u32', 2 * TALLY] } : {}),
  };
  const found = inWindows ? `${work}found` : NOWHERE;
  // Afterwards lists of the values take the place of most of this.
  const lists = 4 * rows + Math.ceil(unmerged / partOf(sizes)) * 16;
  const bytes = 4 * rows + Math.max(bytesOf(late), lists - bytesOf(early) + 4 * rows + 16 * TALLY);
  if (bytesOf(early) + bytes > maxWorkBytes) {
    yield* release(work, ...Object.keys(early));
    return yield* inPieces();
  }
  yield { do: 'bound', bytes };
  yield* allocate(work, { list: ['i32', rows], ...late });
  const longColumns = { counts: once && windows === 1 ? to.rowStart : NOWHERE, found };
  const startAll = (counts: BufferName, into: BufferName): readonly CudaLaunch[] => [
    ...sumCounts(sizes, all, counts, into),
    ...startRows(sizes, counts, into),
  ];
  yield* run([
    ...listRows(sizes, all, tally, 'pattern'),
    ...(once ? [...clear(sizes, `${work}aside`, to.rowStart), ...startAll(room, `${work}aside`)] : []),
    ...beside([
      ...(once && windows === 1 ? pattern.putLong(room, waiting, longColumns) : pattern.countLong(to.rowStart, found)),
      ...(once ? pattern.putTables(room, waiting, to.rowStart) : pattern.countTables()),
      ...pattern.countMerged(),
    ]),
    ...startAll(to.rowStart, tally),
  ]);
  const counted = tallyOf(wholeOf(yield* readNumbers(tally, 0, 2 * TALLY)));
  const nnz = counted.entries;
  const valueBins = counted.valueBins.slice(0, valueTables);
  const parts = counted.valueBins[valueTables] ?? 0;
  const listed = valueBins.reduce((sum, length) => sum + length, 0);
  yield* allocateEntries(to, element, nnz, 4 * listed + 8 * parts);
  const waited = { from: waiting, rowStart: to.rowStart, colIndex: to.colIndex } as const;
  yield* run(
    beside([
      ...(once && windows === 1 ? pattern.copyLong(waited) : pattern.putLong(to.rowStart, to.colIndex, longColumns)),
      ...(once
        ? launch('spgemm_copy_rows', Math.ceil(rows / 32), 256, {
            bins: `${work}bins`,
            room,
            ...waited,
            rows,
            past: MERGE_BINS + tables,
          })
        : pattern.putTables(to.rowStart, to.colIndex, NOWHERE)),
    ]),
  );
  yield* release(work, 'words', 'room', 'sums', ...Object.keys(late));
  if (listed + parts > 0) {
    yield* allocate(work, { valueList: ['i32', listed], parts: ['i32', 2 * parts] });
    yield* run(listRows(sizes, all, tally, 'values'));
  }
  yield* release(work, 'tally', 'cursor', 'bins');
  return { nnz, notes: [0, 0, ...valueBins, parts, ...bins.slice(0, MERGE_BINS), ...asked.most] };
}

/** What `symbolic` left in its notes. */
function readNotes({ valueTables }: ProductSizes, { notes: [placed, , ...counts] = [] }: FoundPattern) {
  const bins = counts.slice(valueTables + 1);
  return {
    /** Whether places of products are known. */
    isPlaced: placed === 1,
    ranges: rangesOf(counts.slice(0, valueTables)),
    parts: counts[valueTables] ?? 0,
    merged: mergedRanges({ bins: bins.slice(0, MERGE_BINS), most: bins.slice(MERGE_BINS) }),
  };
}

/** Bytes of its own arrays that a product keeps between its phases. */
export function keptBytes(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  found: FoundPattern,
): number {
  const sizes = sizesOf(context, params, plan);
  const pieces = piecesOf(sizes, found);
  if (pieces) return pieces.bytes;
  const { isPlaced, merged, ranges, parts } = readNotes(sizes, found);
  const listed = ranges.reduce((sum, { length }) => sum + length, 0);
  return 4 * (sizes.rows + listed + 2 * parts) + (isPlaced ? placedRanges(merged).bytes : 0);
}

/** Finds places of products, where they take little memory. */
export function* placeProducts(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  found: FoundPattern,
): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params, plan);
  if (piecesOf(sizes, found)) return found;
  const { placed, bytes } = placedRanges(readNotes(sizes, found).merged);
  const room = context.maxWorkBytes - keptBytes(context, params, plan, found);
  if (bytes === 0 || bytes > Math.min(params.roomBytes, room)) return found;
  yield { do: 'bound', bytes };
  yield { do: 'allocate', name: `${sizes.work}places`, element: 'u8', length: bytes };
  yield* run(beside(findPlaces(sizes, placed)));
  return { ...found, notes: [1, ...(found.notes ?? []).slice(1)] };
}

/** Values of αAB; unless it runs `again`, also columns of merged rows, and in pieces of all. */
export function* fillProduct(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  again: boolean,
  found: FoundPattern,
): KernelSteps<'cuda'> {
  const sizes = sizesOf(context, params, plan);
  const { precision } = context.precision;
  const pieces = piecesOf(sizes, found);
  if (pieces) return yield* fillInPieces(sizes, precision, again, pieces);
  const { isPlaced, merged, ...counted } = readNotes(sizes, found);
  const { placed, others } = isPlaced ? placedRanges(merged) : { placed: [], others: merged };
  yield* run(
    beside([
      ...putValues(sizes, precision, again, { ...counted, merged: others }),
      ...putPlaced(sizes, placed, precision),
    ]),
  );
}
