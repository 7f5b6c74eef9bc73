import { describe, expect, it } from 'vitest';
import { npyArray, readSciPyNpz, sciPyEntries, sciPyStored, writeSciPyNpz } from '../src/index.ts';
import type { SciPyMatrix } from '../src/index.ts';
import { archiveOf, membersOf, SMALL } from '../tools/archives.ts';
import { joined } from '../tools/bytes.ts';
import { rejectionOf } from './helpers.ts';

const withArrays = (changes: Partial<SciPyMatrix['arrays']>, more: Partial<SciPyMatrix> = {}): SciPyMatrix =>
  ({ ...SMALL, ...more, arrays: { ...SMALL.arrays, ...changes } }) as SciPyMatrix;
const codeOf = (matrix: SciPyMatrix): Promise<string> =>
  rejectionOf((async () => sciPyStored(matrix))()).then(({ code }) => code);

describe('arrays of a file as a stored matrix', () => {
  it('csr shares the arrays of the file', () => {
    const stored = sciPyStored(SMALL);
    expect(stored).toMatchObject({
      format: 'csr',
      shape: { rows: 2, cols: 3 },
      nnz: 3,
      valueType: 'f64',
      params: {},
      scalars: {},
    });
    expect(stored.arrays['rowStart']).toBe(SMALL.arrays['indptr']?.data);
    expect(stored.arrays['colIndex']).toBe(SMALL.arrays['indices']?.data);
    expect(stored.arrays['values']).toBe(SMALL.arrays['data']?.data);
  });

  it('csr: memory of a file that was read, where it lies', async () => {
    const file = await joined(writeSciPyNpz(SMALL));
    const stored = sciPyStored(await readSciPyNpz(file));
    expect(stored.arrays['values']?.buffer).toBe(file.buffer);
    expect([...(stored.arrays['colIndex'] as Int32Array)]).toEqual([0, 2, 1]);
  });

  it('csc takes wide indices and float32', () => {
    const stored = sciPyStored({
      format: 'csc',
      shape: { rows: 2, cols: 3 },
      isArray: true,
      arrays: {
        indptr: npyArray('i8', [4], BigInt64Array.of(0n, 1n, 2n, 3n)),
        indices: npyArray('i8', [3], BigInt64Array.of(0n, 1n, 0n)),
        data: npyArray('f4', [3], Float32Array.of(1, 3, 2)),
      },
    });
    expect(stored).toMatchObject({ format: 'csc', nnz: 3, valueType: 'f32' });
    expect(stored.arrays).toEqual({
      colStart: Int32Array.of(0, 1, 2, 3),
      rowIndex: Int32Array.of(0, 1, 0),
      values: Float32Array.of(1, 3, 2),
    });
  });

  it('csr stores complex values as pairs', () => {
    const pairs = npyArray('c16', [3], Float64Array.of(1, 2, 3, 4, 5, 6));
    expect(sciPyStored(withArrays({ data: pairs }))).toMatchObject({ nnz: 3, valueType: 'f64', components: 2 });
    expect(sciPyStored(withArrays({ data: pairs })).arrays['values']).toBe(pairs.data);
  });

  it('elements after the last line are left out, as SciPy does', () => {
    const longer = withArrays({
      indices: npyArray('i4', [5], Int32Array.of(0, 2, 1, 9, 9)),
      data: npyArray('f8', [5], Float64Array.of(1, 2, 3, 4, 5)),
    });
    expect(sciPyStored(longer).arrays['values']).toEqual(Float64Array.of(1, 2, 3));
    expect(sciPyEntries(longer).values).toEqual(Float64Array.of(1, 2, 3));
  });

  it.each<readonly [string, SciPyMatrix, string]>([
    ['unsorted lines', withArrays({ indices: npyArray('i4', [3], Int32Array.of(2, 0, 1)) }), 'FILE.UNSUPPORTED'],
    ['a position twice', withArrays({ indices: npyArray('i4', [3], Int32Array.of(2, 2, 1)) }), 'FILE.UNSUPPORTED'],
    ['an index outside', withArrays({ indices: npyArray('i4', [3], Int32Array.of(0, 3, 1)) }), 'FILE.INDEX'],
    ['a pointer that falls', withArrays({ indptr: npyArray('i4', [3], Int32Array.of(0, 3, 2)) }), 'FILE.FORMAT'],
    ['integers', withArrays({ data: npyArray('i4', [3], Int32Array.of(1, 2, 3)) }), 'FILE.UNSUPPORTED'],
    ['fewer values than indices', withArrays({ data: npyArray('f8', [2], Float64Array.of(1, 2)) }), 'FILE.FORMAT'],
    ['another format', withArrays({}, { format: 'bsr' }), 'FILE.UNSUPPORTED'],
  ])('refuses %s', async (_, matrix, code) => {
    expect(await codeOf(matrix)).toBe(code);
  });

  it('is what the entries say', async () => {
    const matrix = await readSciPyNpz(await archiveOf(await membersOf({})));
    const { positions, values } = sciPyEntries(matrix);
    const { arrays } = sciPyStored(matrix);
    expect(arrays['colIndex']).toEqual(positions?.colIndex);
    expect(arrays['values']).toEqual(values);
  });
});
