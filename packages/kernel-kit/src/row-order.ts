import type { NamedArrays, Params, ParamSpace, KernelContext, StoredMatrix } from '@spmv/core';

/** Rows of at most 8 entries have special loops. If their share is below this, rows are taken in turn. */
const SHORT = 0.4;
/** From this share of rows that differ in length from the row before, rows count as different. */
const DIFFERENT = 0.2;
/** Below this number of entries a processor learns where rows end. */
const LEARNT = 120_000;
/** Below this share of blocks with rows of several lengths, rows count as alike. */
const MIXED = 0.2;
/** Rows of a block, and the bytes that describe one: as in assembly/row-groups.ts. */
const BLOCK_ROWS = 128;
const BLOCK_BYTES = 144;
const ROWS_AT = 16;
const LONGEST_OF_ITS_OWN = 8;

/** The parameters of the CSR kernels in WebAssembly. */
export interface RowOrderParams extends Params {
  readonly rows: 'auto' | 'in-turn' | 'by-length';
}

/** In which order a range takes its rows. */
export const rowOrderParams: ParamSpace<KernelContext, RowOrderParams> = {
  axes: {
    rows: {
      values: ['auto', 'in-turn', 'by-length'],
      default: 'auto',
      doc: 'in-turn: four entries of a row at a time. by-length: within each 128 rows, rows of equal length follow one another, so that branches are predicted well. auto: by-length where many rows are short (8 entries or fewer) and their lengths either differ or are all the same.',
    },
  },
};

/**
 * `choice`: 0 where rows are taken in turn, 2 where most of these are short and a processor learns where they end, 1 where rows are
 * taken by length, and then `order`: for every complete block of 128 rows, where the rows of lengths 0 … 8
 * end, and from byte 16 on its rows by length, in their own order among equals. 9 bytes for 8 rows.
 */
export function rowOrder(matrix: StoredMatrix, _context: KernelContext, params: Params): NamedArrays {
  // The columns of csc are the rows of its transpose.
  const rowStart = (matrix.arrays['rowStart'] ?? matrix.arrays['colStart']) as Int32Array;
  const rows = rowStart.length - 1;
  const choice = params['rows'] === 'by-length' ? 1 : params['rows'] === 'auto' ? choiceOf(rowStart, matrix.nnz) : 0;
  if (choice !== 1) return { choice: Int32Array.of(choice), order: new Uint8Array(0) };
  const blocks = Math.floor(rows / BLOCK_ROWS);
  const order = new Uint8Array(blocks * BLOCK_BYTES);
  const length = new Int32Array(BLOCK_ROWS);
  const places = new Uint8Array(LONGEST_OF_ITS_OWN + 2);
  for (let b = 0; b < blocks; b++) {
    const at = b * BLOCK_BYTES;
    for (let r = 0; r < BLOCK_ROWS; r++) length[r] = rowStart[b * BLOCK_ROWS + r + 1] - rowStart[b * BLOCK_ROWS + r];
    placeRows(length, places, order.subarray(at, at + BLOCK_BYTES));
  }
  return { choice: Int32Array.of(1), order };
}

/**
 * What is expected to be fastest. Where rows of different lengths follow one another every row ends with a
 * mispredicted branch, unless there are so few that the processor learns the whole sequence; where nearly all blocks have rows of
 * one length, a loop that knows it does less. Between the two, rows in turn stream the matrix better.
 */
function choiceOf(rowStart: Int32Array, nnz: number): 0 | 1 | 2 {
  const rows = rowStart.length - 1;
  let short = 0;
  for (let i = 0; i < rows; i++) if (rowStart[i + 1] - rowStart[i] <= LONGEST_OF_ITS_OWN) short++;
  if (short < SHORT * rows) return 0;
  let changes = 0;
  let mixed = 0;
  let last = -1;
  for (let i = 1; i < rows; i++) {
    if (rowStart[i + 1] - rowStart[i] === rowStart[i] - rowStart[i - 1]) continue;
    changes++;
    if (i - (i % BLOCK_ROWS) !== last) mixed++;
    last = i - (i % BLOCK_ROWS);
  }
  const gains = changes > DIFFERENT * rows ? nnz >= LEARNT : mixed < MIXED * (rows / BLOCK_ROWS);
  return gains ? 1 : 2;
}

/** Describes one block. `places` is scratch: where the next row of each length goes; all above 8 together. */
function placeRows(length: Int32Array, places: Uint8Array, block: Uint8Array): void {
  const classOf = (r: number): number => Math.min(length[r], LONGEST_OF_ITS_OWN + 1);
  places.fill(0);
  for (let r = 0; r < BLOCK_ROWS; r++) places[classOf(r)] = places[classOf(r)] + 1;
  let end = 0;
  for (let l = 0; l < places.length; l++) {
    const count = places[l];
    places[l] = end;
    end += count;
    if (l <= LONGEST_OF_ITS_OWN) block[l] = end;
  }
  for (let r = 0; r < BLOCK_ROWS; r++) {
    const place = places[classOf(r)];
    block[ROWS_AT + place] = r;
    places[classOf(r)] = place + 1;
  }
}
