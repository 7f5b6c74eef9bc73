import type { Backend, Kernel, SparseFormat } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, spmv, transposeCoo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { cpuKernels, createWasmKernels } from '@spmv/kernels-cpu';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serial } from '../src/index.ts';

interface Recorded {
  readonly rows: number;
  readonly cols: number;
  readonly rowIndex: readonly number[];
  readonly colIndex: readonly number[];
  readonly values: readonly string[];
  readonly x: readonly string[];
  readonly z: readonly string[];
  readonly Ax: readonly string[];
  readonly ATz: readonly string[];
}

const recorded = JSON.parse(readFileSync(new URL('data/scipy.json', import.meta.url), 'utf8')) as Recorded;
const numbers = (hex: readonly string[]): Float64Array =>
  Float64Array.from(hex, (digits) => Buffer.from(digits, 'hex').readDoubleBE());

const { rows, cols, rowIndex, colIndex } = recorded;
const a = cooFromEntries({ rows, cols }, { rowIndex, colIndex, values: numbers(recorded.values) });

/** SciPy adds the products of each element in the order of rows or columns, one after another. So do these; the others have several sums at a time. */
const IN_ORDER =
  /^js\/(?:coo|csr|csr64|csc|ellpack|ellpack-r)(?:-transposed)?$|^wasm\/(?:csr-transposed|coo-transposed|csc)$/;

const kernels: readonly Kernel[] = [
  ...cpuKernels.filter(({ target }) => target === 'js'),
  // Without multiply-add, which rounds once where SciPy rounds twice.
  ...createWasmKernels({ relaxed: false, checked: true }),
].filter(({ options }) => options?.['transpose'] !== 'conjugate');

describe('products beside those of SciPy', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(serial);
  });
  afterAll(() => backend.dispose());

  for (const kernel of kernels) {
    const transposed = kernel.options?.['transpose'] === true;
    const product = transposed ? 'A.T @ z' : 'A @ x';
    const isInOrder = IN_ORDER.test(kernel.id);
    it(`${kernel.id} ${isInOrder ? 'has the bits of' : 'is within the bound, as is'} ${product}`, async () => {
      const format = (formats.formats ?? []).find(({ id }) => id === kernel.format) as SparseFormat;
      const operator = await backend.prepare({ operation: spmv, matrix: buildMatrix(format, a), kernel });
      const x = numbers(transposed ? recorded.z : recorded.x);
      const theirs = numbers(transposed ? recorded.ATz : recorded.Ax);
      const y = backend.vector(transposed ? cols : rows);
      operator.apply(backend.vector(x), y);
      const ours = await y.read();
      const coo = transposed ? transposeCoo(a) : a;
      const reference = spmvReference({ coo, x, y: new Float64Array(theirs.length), alpha: 1, beta: 0 }, 'f64');
      for (const result of [ours, theirs]) expect(judge(result, reference, 'f64').failures).toBe(0);
      if (isInOrder) expect(ours).toEqual(theirs);
    });
  }
});
