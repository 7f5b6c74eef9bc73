import { serial } from '@spmv/backend-serial';
import type { JsProgram, KernelStep, MatrixKernel } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { matrixKernelCases } from '@spmv/testkit';
import { describe, expect, test } from 'vitest';
import { jsCsr, spgemm } from '../src/index.ts';
import { built, square } from './operands.ts';

type Kernel = typeof jsCsr;

/** A program of one unit that does this to the arrays. */
const doing = (body: string): JsProgram => {
  const module = `data:text/javascript,${encodeURIComponent(`export function lie({ memory }) { const rowStart = memory['C.rowStart'], colIndex = memory['C.colIndex'], values = memory['C.values']; ${body} }`)}`;
  return { passes: [{ module, export: 'lie', partition: { unit: 'matrix', count: 1 } }] };
};

const after = (body: string): Kernel => ({
  ...jsCsr,
  *numeric(context, params, again, found) {
    yield* jsCsr.numeric(context, params, again, found);
    yield { do: 'run', program: doing(body) };
  },
});

const LIES: Readonly<Record<string, readonly [kernel: Kernel, says: RegExp]>> = {
  'a wrong column': [after('for (let p = 0; p < rowStart[1]; p++) colIndex[p]++;'), /row 0 has|FORMAT|columns/u],
  'a wrong value': [after('values[rowStart[3]] *= 1 + 2 ** -40;'), /instead of/u],
  'columns out of order': [
    after('const p = rowStart[1]; [colIndex[p], colIndex[p + 1]] = [colIndex[p + 1], colIndex[p]];'),
    /increas|order|sorted/u,
  ],
  'an entry less': [
    {
      ...jsCsr,
      *symbolic(context, params) {
        const { nnz } = yield* jsCsr.symbolic(context, params);
        yield { do: 'run', program: doing('rowStart[rowStart.length - 1]--;') };
        return { nnz: nnz - 1 };
      },
    },
    /entries and should have/u,
  ],
  'values of before': [
    {
      ...jsCsr,
      *numeric(context, params, again, found) {
        if (!again) yield* jsCsr.numeric(context, params, again, found);
      },
    },
    /New values|instead of/u,
  ],
};

describe('the kit', () => {
  for (const [name, [kernel, says]] of Object.entries(LIES)) {
    test(`sees ${name}`, async () => {
      const cases = matrixKernelCases({ operation: spgemm, kernel, backend: serial, formats: [csr] });
      const one = cases.find(({ id }) => id.endsWith('/f64/product/banded'));
      await expect(one?.run({ coverage: 'few' })).rejects.toThrow(says);
    });
  }
});

describe('core refuses a kernel', () => {
  const before = (...steps: readonly KernelStep<'js'>[]): Kernel => ({
    ...jsCsr,
    *symbolic(context, params) {
      yield* steps;
      return yield* jsCsr.symbolic(context, params);
    },
  });
  const work = { do: 'allocate', name: 'work.more', element: 'f64', length: 10 } as const;
  const wrong: Readonly<Record<string, readonly [kernel: MatrixKernel, says: RegExp]>> = {
    'takes more than it said': [before({ do: 'bound', bytes: 79 }, work), /at most 79 B, and takes 80 B/u],
    'makes an array twice': [before(work, work), /'work.more', which is there already/u],
    'makes an array of an operand': [before({ ...work, name: 'A.more' }), /neither work\. nor/u],
    'makes an array of the result of another type': [
      before({ ...work, name: 'C.colIndex' }),
      /of f64, and its format has i32/u,
    ],
    'releases an operand': [before({ do: 'release', name: 'A.values' }), /not its own/u],
    'reads what is not there': [before({ do: 'read', name: 'work.none' }), /not there/u],
    'reads past the end': [before(work, { do: 'read', name: 'work.more', begin: 5, length: 6 }), /which has 10/u],
  };
  for (const [name, [kernel, says]] of Object.entries(wrong)) {
    test(`that ${name}`, async () => {
      const backend = await openBackend(serial);
      const matrices = { A: built(square), B: built(square) };
      const product = await backend.prepareMatrix({ operation: spgemm, kernel, matrices, formats: [csr] });
      await expect(product.symbolic()).rejects.toMatchObject({ code: 'KERNEL.PROGRAM_INVALID', message: says });
      await backend.dispose();
    });
  }
});

test('what is released is not counted any more', async () => {
  const backend = await openBackend(serial);
  const kernel: Kernel = {
    ...jsCsr,
    *symbolic(context, params) {
      yield { do: 'allocate', name: 'work.more', element: 'f64', length: 1000 };
      yield { do: 'release', name: 'work.more' };
      return yield* jsCsr.symbolic(context, params);
    },
  };
  const matrices = { A: built(square), B: built(square) };
  const product = await backend.prepareMatrix({ operation: spgemm, kernel, matrices, formats: [csr] });
  await product.numeric();
  const { workBytes, peakWorkBytes, boundBytes, reads } = product.costs();
  const { rows, cols } = square.shape;
  const kept = 16 * rows + 40;
  // The scratch of the values: a sum for each column, and the words of a set of them.
  expect({ workBytes, peakWorkBytes, boundBytes }).toEqual({
    workBytes: kept,
    peakWorkBytes: 8000,
    boundBytes: kept + 8 * cols + 12,
  });
  expect(reads).toBe(3);
  await backend.dispose();
});
