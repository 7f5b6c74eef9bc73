import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMatrixMarketParser,
  formatMatrixMarket,
  type MatrixMarketFile,
  parseMatrixMarket,
  toCoo,
  writeMatrixMarket,
} from '../src/index.ts';
import { bitsOf, cutAt, encode, errorOf } from './helpers.ts';
import { anyFileText } from './arbitrary-file.ts';

/** Everything of a file that its text determines, floats by their bits. */
function essence(file: MatrixMarketFile): unknown {
  return { ...file, values: bitsOf(file.values), imaginary: bitsOf(file.imaginary) };
}

describe('read(write(A)) is A, bit for bit', () => {
  it('holds for files of every kind', () => {
    fc.assert(
      fc.property(anyFileText(), (text) => {
        const file = parseMatrixMarket(text);
        const again = parseMatrixMarket(formatMatrixMarket(file, { comments: file.header.comments }));
        const { lines: _l, warnings: _w, header, ...numbers } = file;
        const { lines: _l2, warnings: _w2, header: header2, ...numbers2 } = again;
        const { sizeLine: _s, ...said } = header;
        const { sizeLine: _s2, ...said2 } = header2;
        expect(essence(numbers2 as MatrixMarketFile)).toEqual(essence(numbers as MatrixMarketFile));
        expect(said2).toEqual(said);
      }),
      { numRuns: 400 },
    );
  });

  it('for large matrices, where the printer is at work', () => {
    const n = 9000;
    const random = (k: number): number => (k * 7919 * Math.PI) % 1;
    const coo = {
      shape: { rows: 1000, cols: 70000 },
      rowIndex: Int32Array.from({ length: n }, (_, k) => Math.floor(k / 9)),
      colIndex: Int32Array.from({ length: n }, (_, k) => (k % 9) * 7000 + 3),
      values: Float64Array.from({ length: n }, (_, k) =>
        k % 97 === 0 ? -0 : (random(k) - 0.5) * 10 ** ((k % 600) - 300),
      ),
    };
    const bytes = Uint8Array.from([...writeMatrixMarket(coo)].flatMap((chunk) => [...chunk]));
    const back = toCoo(parseMatrixMarket(bytes));
    expect(back.rowIndex).toEqual(coo.rowIndex);
    expect(back.colIndex).toEqual(coo.colIndex);
    expect(bitsOf(back.values)).toEqual(bitsOf(coo.values));
  });

  it('holds in f32 for f32 values', () => {
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true, minLength: 1 }), (values) => {
        const back = parseMatrixMarket(formatMatrixMarket(values)).values;
        expect(Float32Array.from(back)).toEqual(values);
      }),
    );
    expect(errorOf(() => formatMatrixMarket([0.1], { precision: 'f32' })).code).toBe('MMIO.WRITE');
  });
});

describe('the result does not depend on how the text arrives', () => {
  it('a text that is cut in two at any byte gives the same matrix', () => {
    const texts = [
      '%%MatrixMarket matrix coordinate real general\r\n% c\r\n3 3 3\r\n1 1 1.5e-3\r\n%x\r\n 2 3 -2 \r\n\r\n3 1 +7d2\r\n',
      '%%MatrixMarket matrix array complex general\n2 1\n1 2\n3 4.25',
      '%%MatrixMarket matrix coordinate integer symmetric\n%%GraphBLAS type int8_t\n2 2 2\n2 1 -128\n2 2 127\n',
    ];
    for (const text of texts) {
      const bytes = encode(text);
      const whole = parseMatrixMarket(bytes);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const parser = createMatrixMarketParser();
        for (const chunk of cutAt(bytes, cut)) parser.push(chunk);
        expect(parser.finish()).toEqual(whole);
      }
    }
  });

  it('cut anywhere, several times', () => {
    fc.assert(
      fc.property(anyFileText(), fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        const bytes = encode(text);
        const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
        const parser = createMatrixMarketParser();
        for (const chunk of cutAt(bytes, ...places)) parser.push(chunk);
        expect(parser.finish()).toEqual(parseMatrixMarket(bytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('writing', () => {
  const general = { shape: { rows: 2, cols: 2 }, rowIndex: [0, 0, 1, 1], colIndex: [0, 1, 0, 1] };

  it('writes one triangle when the matrix is symmetric', () => {
    const lines = (values: readonly number[], options = {}): string =>
      formatMatrixMarket({ ...general, values }, { symmetry: 'auto', ...options });
    expect(lines([1, 5, 5, 2])).toBe('%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n2 1 5\n2 2 2\n');
    expect(lines([1, 5, 6, 2])).toContain('real general\n2 2 4');
    const off = { shape: { rows: 2, cols: 2 }, rowIndex: [0, 1], colIndex: [1, 0] };
    expect(formatMatrixMarket({ ...off, values: [-5, 5] }, { symmetry: 'auto' })).toContain(
      'skew-symmetric\n2 2 1\n2 1 5',
    );
    expect(formatMatrixMarket({ ...off, values: [1, 1], imaginary: [-2, 2] }, { symmetry: 'hermitian' })).toContain(
      'hermitian\n2 2 1\n2 1 1 2',
    );
    expect(formatMatrixMarket({ ...off }, { symmetry: 'symmetric' })).toContain('pattern symmetric\n2 2 1\n2 1\n');
  });

  it('refuses a symmetry the matrix does not have', () => {
    const cases = [
      { ...general, values: [1, 5, 6, 2] },
      { ...general, shape: { rows: 2, cols: 3 }, values: [1, 5, 5, 2] },
      { shape: { rows: 2, cols: 2 }, rowIndex: [0], colIndex: [1], values: [1] },
      { shape: { rows: 2, cols: 2 }, rowIndex: [0, 0, 1, 1], colIndex: [1, 1, 0, 0], values: [1, 2, 2, 1] },
    ];
    for (const matrix of cases)
      expect(errorOf(() => formatMatrixMarket(matrix, { symmetry: 'symmetric' })).code).toBe('MMIO.SYMMETRY');
  });

  it('checks the field asked for', () => {
    expect(formatMatrixMarket({ ...general, values: [1, 1, 1, 1] }, { field: 'pattern' })).toContain(
      'pattern general\n2 2 4\n1 1\n',
    );
    expect(formatMatrixMarket({ ...general, values: [1, -2, 3, 2 ** 53 - 1] }, { field: 'integer' })).toContain(
      '2 2 9007199254740991\n',
    );
    expect(formatMatrixMarket({ ...general }, { field: 'real' })).toContain('1 1 1\n');
    for (const field of ['pattern', 'integer', 'complex'] as const) {
      expect(errorOf(() => formatMatrixMarket({ ...general, values: [1, 1, 1, 1.5] }, { field })).code).toBe(
        'MMIO.WRITE',
      );
    }
    expect(errorOf(() => formatMatrixMarket({ ...general, values: [1] })).code).toBe('MMIO.WRITE');
  });

  it('writes dense matrices by columns, and comments of several lines', () => {
    const text = formatMatrixMarket(
      { rows: 2, cols: 2, values: Float64Array.of(1, 2, 3, 4) },
      { comments: ['one\ntwo'] },
    );
    expect(text).toBe('%%MatrixMarket matrix array real general\n%one\n%two\n2 2\n1\n3\n2\n4\n');
  });
});
