import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { tilesOf } from '@spmv/kernel-kit';
import { countRuns } from '../src/kernels/product-runs.ts';
import { layOutTwoPass, productPlaces } from '../src/kernels/two-pass-layout.ts';

/** Rows of these lengths, their columns spread by a multiplier and in order. */
function csrOf(
  lengths: readonly number[],
  cols: number,
): { readonly rowStart: Int32Array; readonly colIndex: Int32Array; readonly values: Float64Array } {
  const rowStart = new Int32Array(lengths.length + 1);
  const columns: number[] = [];
  lengths.forEach((length, row) => {
    columns.push(...Array.from({ length }, (_, j) => (row * 7919 + j * 104_729) % cols).sort((a, b) => a - b));
    rowStart[row + 1] = columns.length;
  });
  return { rowStart, colIndex: Int32Array.from(columns), values: Float64Array.from(columns, (_, k) => k + 1) };
}

const bitCount = (bits: number): number => bits.toString(2).replaceAll('0', '').length;

/** Many short rows, some empty, one above any tile. */
const LENGTHS = Array.from({ length: 400 }, (_, i) => (i === 150 ? 700 : (i * i) % 13));

describe.each([
  ['skewed rows', LENGTHS, 1009, 64, 100, 7],
  ['one column block', LENGTHS, 60, 64, 100, 3],
  ['more shares than entries', [1, 0, 2], 50, 16, 8, 100],
  ['a column block of one column', [3, 3, 3, 0, 9], 33, 8, 32, 2],
  ['tiles that begin within 32 entries', Array.from({ length: 50 }, () => 9), 5000, 40, 100, 4],
] as const)('%s', (_name, lengths, cols, capacity, columns, most) => {
  const { rowStart, colIndex, values } = csrOf(lengths, cols);
  const { tiles } = tilesOf(rowStart, capacity);
  const layout = layOutTwoPass({ cols, colIndex, values, valueType: 'f64' }, tiles, columns, most);
  const x = Float64Array.from({ length: cols }, (_, c) => c + 0.5);

  const products = new Float64Array(productPlaces(colIndex.length, cols, columns)).fill(Number.NaN);
  for (let b = 0; b < layout.shares.length / 2; b++) {
    for (
      let s = layout.shares[2 * b] as number;
      s < (layout.shares[2 * b] as number) + (layout.shares[2 * b + 1] as number);
      s++
    ) {
      const [first, count, from, to] = layout.segments.subarray(4 * s, 4 * s + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      for (let k = 4 * from; k < 4 * to; k++) {
        const column = layout.blockColumns[k] as number;
        if (column >= count || !Number.isNaN(products[k])) throw new Error(`entry ${k} of segment ${s}`);
        products[k] = (layout.blockValues[k] as number) * (x[first + column] as number);
      }
    }
  }

  it('the first pass forms every product once, in shares of like size', () => {
    expect(layout.shares.length / 2).toBeLessThanOrEqual(Math.max(1, most));
    expect(products.subarray(0, layout.blockValues.length).some(Number.isNaN)).toBe(false);
  });

  it("the second pass finds each row's products at its places", () => {
    for (let t = 0; t < tiles.length / 4; t++) {
      const [, , from, to] = tiles.subarray(4 * t, 4 * t + 4) as unknown as [number, number, number, number];
      const tile = new Float64Array(to - from).fill(Number.NaN);
      for (let k = from; k < to; k++) {
        const bits = (layout.groups[2 * (k >> 5)] as number) & (0xffffffff >>> (31 - (k % 32)));
        const run = ((layout.groups[2 * (k >> 5) + 1] as number) + bitCount(bits >>> 0)) >>> 0;
        tile[layout.slots[k] as number] = products[k + (layout.ahead[run % 2 ** 32] as number)] as number;
      }
      expect(tile).toEqual(
        Float64Array.from(
          { length: to - from },
          (_, i) => (values[from + i] as number) * (x[colIndex[from + i] as number] as number),
        ),
      );
    }
  });
});

describe('runs, of which there may be as many as entries', () => {
  it('are counted before they are stored', () => {
    const { rowStart, colIndex, values } = csrOf(LENGTHS, 1009);
    const { tiles } = tilesOf(rowStart, 64);
    const counted = countRuns(tiles, 11, (k) => Math.floor((colIndex[k] as number) / 100));
    const blocks = new Set<string>();
    for (let t = 0; t < tiles.length / 4; t++) {
      for (let k = tiles[4 * t + 2] as number; k < (tiles[4 * t + 3] as number); k++)
        blocks.add(`${t} ${Math.floor((colIndex[k] as number) / 100)}`);
    }
    expect(counted).toBe(blocks.size);
    expect(layOutTwoPass({ cols: 1009, colIndex, values, valueType: 'f64' }, tiles, 100, 7).ahead).toHaveLength(
      counted,
    );
  });

  it('they take the memory of typed arrays alone where every entry of four million is a run', () => {
    const nnz = 2 ** 22;
    const capacity = 2048;
    // A column block for every entry of a tile: entry k of a row is in block k.
    const columns = 16;
    const cols = capacity * columns;
    const rowStart = Int32Array.from({ length: nnz / capacity + 1 }, (_, i) => i * capacity);
    const colIndex = Int32Array.from({ length: nnz }, (_, k) => (k % capacity) * columns);
    const values = new Float32Array(nnz).fill(1);
    const { tiles } = tilesOf(rowStart, capacity);
    const before = process.memoryUsage();
    const { ahead, ...rest } = layOutTwoPass({ cols, colIndex, values, valueType: 'f32' }, tiles, columns, 264);
    const after = process.memoryUsage();
    expect(ahead).toHaveLength(nnz);
    const bytes = Object.values(rest).reduce((sum, array) => sum + array.byteLength, ahead.byteLength);
    // Besides what it gives: a byte an entry and what a column block needs.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(bytes + nnz + 2 ** 20);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(8 * 2 ** 20);
  });
});
