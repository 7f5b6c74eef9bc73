import { describe, expect, it } from 'vitest';
import { readPetsc, writePetsc } from '../src/index.ts';
import { rejectionOf } from './helpers.ts';

/** As `MatView` and `VecView` of PETSc 3.18 wrote them: a 3 × 4 matrix with an empty row, a dense one, a vector. */
const CSR =
  '00127b5000000003000000040000000300000002000000000000000100000000000000030000000140000000000000003ff8000000000000c010000000000000';
const DENSE = '00127b500000000200000002ffffffff3ff0000000000000400000000000000040080000000000004010000000000000';
const VECTOR = '00127b4e000000023ff00000000000004004000000000000';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (chunks: Iterable<Uint8Array>): string => Buffer.concat([...chunks]).toString('hex');
const damaged = (hex: string, at: number, numbers: readonly number[]): Uint8Array => {
  const bytes = bytesOf(hex);
  bytes.set(numbers, at);
  return bytes;
};

describe('PETSc binary', () => {
  it('reads a matrix in CSR, and writes it byte for byte', async () => {
    const matrix = await readPetsc(bytesOf(CSR));
    expect(matrix).toMatchObject({ shape: { rows: 3, cols: 4 }, field: 'real', symmetry: 'general' });
    expect([...(matrix.positions?.rowIndex ?? [])]).toEqual([0, 0, 2]);
    expect([...(matrix.positions?.colIndex ?? [])]).toEqual([0, 3, 1]);
    expect([...matrix.values]).toEqual([2, 1.5, -4]);
    expect(hexOf(writePetsc(matrix))).toBe(CSR);
  });

  it('reads dense matrices by rows and vectors as a column, and writes both', async () => {
    const dense = await readPetsc(bytesOf(DENSE));
    expect(dense.positions).toBeUndefined();
    expect([...dense.values]).toEqual([1, 2, 3, 4]);
    expect(hexOf(writePetsc(dense))).toBe(DENSE);
    const vector = await readPetsc(bytesOf(VECTOR));
    expect(vector).toMatchObject({ shape: { rows: 2, cols: 1 } });
    expect([...vector.values]).toEqual([1, 2.5]);
    expect(hexOf(writePetsc(vector))).toBe(VECTOR);
  });

  it.each([
    ['another file', bytesOf('0000000000000000'), 'FILE.FORMAT', 'does not begin as one of PETSc'],
    ['a negative length of a row', damaged(CSR, 16, [255]), 'FILE.FORMAT', 'row 0 has'],
    ['lengths that do not add up', damaged(CSR, 27, [0]), 'FILE.FORMAT', 'rows have 2 entries, and the file says 3'],
    ['a column outside', damaged(CSR, 35, [4]), 'FILE.INDEX', 'column 4 of entry 1'],
    ['a file that was cut', bytesOf(CSR).subarray(0, -1), 'FILE.TRUNCATED', 'the matrix'],
    ['more entries than there are bytes', damaged(CSR, 12, [0x7f, 255, 255, 255]), 'FILE.TRUNCATED', 'the matrix'],
    ['a vector of fewer than no elements', damaged(VECTOR, 4, [255]), 'FILE.FORMAT', 'elements'],
  ])('refuses %s', async (_, bytes, code, words) => {
    const error = await rejectionOf(readPetsc(bytes));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) as string });
    expect(error.fix).not.toBe('');
  });

  it('leaves objects that follow, and refuses what is none', async () => {
    for (const first of [CSR, DENSE, VECTOR])
      expect(await readPetsc(bytesOf(first + VECTOR))).toEqual(await readPetsc(bytesOf(first)));
    for (const [first, rest] of [
      [CSR, '00'],
      [CSR, '00'.repeat(32768)],
      [VECTOR, '7f'.repeat(8)],
      [DENSE, '00127a00'],
    ] as const)
      expect(await rejectionOf(readPetsc(bytesOf(first + rest)))).toMatchObject({
        code: 'FILE.FORMAT',
        message: expect.stringContaining(`${rest.length / 2} bytes follow`),
      });
  });

  it.each([
    ['a matrix', CSR.slice(0, 2 * (16 + 12 + 12)), 3],
    ['a vector', VECTOR.slice(0, 16), 2],
  ])('refuses complex numbers, which have twice the length: %s', async (_, head, count) => {
    const complex = head + '3ff0000000000000c000000000000000'.repeat(count);
    expect(await rejectionOf(readPetsc(bytesOf(complex)))).toMatchObject({
      code: 'FILE.FORMAT',
      message: expect.stringContaining('imaginary'),
    });
  });

  it('writes no complex values', async () => {
    const matrix = await readPetsc(bytesOf(CSR));
    expect(() => hexOf(writePetsc({ ...matrix, imaginary: new Float64Array(3) }))).toThrow(
      expect.objectContaining({ code: 'FILE.WRITE' }) as Error,
    );
  });
});
