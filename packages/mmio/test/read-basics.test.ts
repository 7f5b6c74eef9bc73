import { describe, expect, it } from 'vitest';
import {
  formatMatrixMarket,
  parseMatrixMarket,
  readMatrixMarket,
  readMatrixMarketHeader,
  toCoo,
  toDense,
  toVector,
} from '../src/index.ts';

const COORDINATE = '%%MatrixMarket matrix coordinate real general\n% a comment\n2 3 3\n1 1 1.5\n2 3 -2e3\n1 2 .25\n';

describe('reading', () => {
  it('gives entries as stored, zero-based', () => {
    const file = parseMatrixMarket(COORDINATE);
    expect(file.header).toMatchObject({ rows: 2, cols: 3, storedEntries: 3, field: 'real', comments: [' a comment'] });
    expect([...file.rowIndex]).toEqual([0, 1, 0]);
    expect([...file.colIndex]).toEqual([0, 2, 1]);
    expect([...file.values]).toEqual([1.5, -2000, 0.25]);
  });

  it('reads text, bytes, blobs and streams alike', async () => {
    const bytes = new TextEncoder().encode(COORDINATE);
    const wanted = parseMatrixMarket(COORDINATE);
    const sources = [
      COORDINATE,
      bytes,
      bytes.buffer,
      new Blob([bytes]),
      new Blob([bytes]).stream(),
      [bytes.subarray(0, 60), bytes.subarray(60)],
    ];
    for (const source of sources) expect(await readMatrixMarket(source)).toEqual(wanted);
  });

  it('unpacks gzip', async () => {
    const zipped = new Blob([COORDINATE]).stream().pipeThrough(new CompressionStream('gzip'));
    const packed = new Uint8Array(await new Response(zipped).arrayBuffer());
    expect(await readMatrixMarket(packed)).toEqual(parseMatrixMarket(COORDINATE));
    await expect(readMatrixMarket(packed.subarray(0, packed.length - 12))).rejects.toMatchObject({ code: 'MMIO.GZIP' });
    // The checksum of a small file, which is known only once all of the text was there.
    const wrong = packed.slice();
    wrong[packed.length - 8] = (wrong[packed.length - 8] as number) ^ 1;
    await expect(readMatrixMarket(wrong)).rejects.toMatchObject({
      code: 'MMIO.GZIP',
      message: expect.stringContaining('(incorrect data check)'),
    });
  });

  it('reads the header without the body', async () => {
    const header = await readMatrixMarketHeader('%%MatrixMarket matrix coordinate real general\n5 6 7\nrubbish');
    expect(header).toMatchObject({ rows: 5, cols: 6, storedEntries: 7 });
  });

  it('expands, sorts and sums for COO', () => {
    const coo = toCoo(
      parseMatrixMarket('%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n3 1 5\n2 2 1\n2 2 1\n1 1 7\n'),
    );
    expect(coo.shape).toEqual({ rows: 3, cols: 3 });
    expect([...coo.rowIndex]).toEqual([0, 0, 1, 2]);
    expect([...coo.colIndex]).toEqual([0, 2, 1, 0]);
    expect([...coo.values]).toEqual([7, 5, 2, 5]);
  });

  it('reads vectors in every form', () => {
    const forms = [
      '%%MatrixMarket matrix array real general\n3 1\n1\n0\n3\n',
      '%%MatrixMarket matrix coordinate real general\n3 1 2\n3 1 3\n1 1 1\n',
      '%%MatrixMarket vector coordinate real general\n3 2\n1 1\n3 3\n',
      '%%MatrixMarket vector array real\n3\n1\n0\n3\n',
    ];
    for (const form of forms) expect([...toVector(parseMatrixMarket(form))]).toEqual([1, 0, 3]);
  });

  it('unpacks packed arrays', () => {
    const dense = toDense(parseMatrixMarket('%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n'));
    expect([...dense.values].map((v) => v + 0)).toEqual([0, -1, -2, 1, 0, -3, 2, 3, 0]);
  });

  it('refuses complex values for COO with a fix', () => {
    const file = parseMatrixMarket('%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n');
    expect([file.values[0], file.imaginary[0]]).toEqual([2, 3]);
    expect(() => toCoo(file)).toThrow(expect.objectContaining({ code: 'MMIO.COMPLEX' }));
  });

  it('says line, column, excerpt and fix', () => {
    const text = COORDINATE.replace('2 3 -2e3', '2 4 -2e3');
    expect(() => parseMatrixMarket(text, { name: 'a.mtx' })).toThrow(
      expect.objectContaining({
        code: 'MMIO.INDEX',
        message: 'a.mtx: Line 5, column 3: the column index 4 is outside 1…3: ‘2 4 -2e3’',
        details: expect.objectContaining({ line: 5, column: 3, excerpt: '2 4 -2e3', name: 'a.mtx' }),
      }),
    );
  });
});

describe('writing', () => {
  it('gives back what it read', () => {
    const file = parseMatrixMarket(COORDINATE);
    expect(formatMatrixMarket(file)).toBe(
      '%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1.5\n2 3 -2000\n1 2 0.25\n',
    );
  });

  it('writes vectors as n × 1 arrays', () => {
    expect(formatMatrixMarket(Float64Array.of(1, -0, Number.NaN, -Infinity))).toBe(
      '%%MatrixMarket matrix array real general\n4 1\n1\n-0\nnan\n-inf\n',
    );
  });
});
