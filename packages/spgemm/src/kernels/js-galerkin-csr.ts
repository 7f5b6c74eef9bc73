import { bundled } from '@spmv/spgemm/bundled';
import type { JsModule } from '@spmv/kernel-kit';
import type { CpuScratch, JsProgram, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { readNumbers } from '@spmv/core';
import { JS_CSR, jsPass, NAGASAKA, readEntries } from './js-kernels.ts';

const module = (): JsModule => bundled?.galerkin ?? new URL('../js/galerkin.ts', import.meta.url);

const sizesOf = ({ matrices: { P } }: MatrixContext) => ({
  rows: P?.shape.rows ?? 0,
  cols: P?.shape.cols ?? 0,
  entries: P?.nnz ?? 0,
});

/** Slots of a hash table for a row of so many terms and columns: a power of two, at least twice its entries. */
const slotsOf = (terms: number, cols: number): number =>
  2 ** Math.ceil(Math.log2(2 * Math.max(1, Math.min(terms, cols))));

/** A pass over rows of C, where each worker has a table for a row of PᵀA and one for a row of C. */
function overRows(
  name: string,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  [first = 0, terms = 0]: readonly number[],
  again: boolean,
): JsProgram {
  const [middle, last] = [slotsOf(first, rows), slotsOf(terms, cols)];
  const table = (of: string, length: number): Readonly<Record<string, CpuScratch>> => ({
    [`${of}Keys`]: { element: 'i32', length, perWorker: true },
    [`${of}Taken`]: { element: 'i32', length, perWorker: true },
    [`${of}Sums`]: { element: 'f64', length, perWorker: true },
  });
  return {
    passes: [jsPass(module(), name, cols, { middle, last, again: Number(again) }, 'work.terms')],
    scratch: { ...table('middle', middle), ...table('last', last) },
  };
}

function* symbolic(context: MatrixContext): KernelSteps<'js', { readonly nnz: number; readonly notes: number[] }> {
  const sizes = sizesOf(context);
  const { rows, cols, entries } = sizes;
  yield { do: 'bound', bytes: 20 * (cols + 1) + 8 * entries + 16 };
  yield { do: 'allocate', name: 'work.start', element: 'i32', length: cols + 1 };
  yield { do: 'allocate', name: 'work.row', element: 'i32', length: entries };
  yield { do: 'allocate', name: 'work.entry', element: 'i32', length: entries };
  yield { do: 'allocate', name: 'work.terms', element: 'f64', length: cols + 1 };
  yield { do: 'allocate', name: 'work.first', element: 'f64', length: cols + 1 };
  yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 2 };
  yield { do: 'run', program: { passes: [jsPass(module(), 'transpose', 1, { rows, cols })] } };
  // Rows are divided by what was computed before.
  yield* readNumbers('work.start', 0, 1);
  const counting = [
    jsPass(module(), 'countTerms', cols, {}, 'work.start'),
    jsPass(module(), 'startTerms', 1, { rows: cols }),
  ];
  yield { do: 'run', program: { passes: counting } };
  const most = Array.from(yield* readNumbers('work.totals', 0, 2));
  yield { do: 'release', name: 'work.first' };
  const { passes, scratch = {} } = overRows('countGalerkin', sizes, most, false);
  const starts = jsPass(module(), 'startGalerkin', 1, { rows: cols });
  yield { do: 'run', program: { passes: [...passes, starts], scratch } };
  return { ...(yield* readEntries()), notes: most };
}

/**
 * C ← PᵀAP in one go: a row of PᵀA is formed in a hash table and multiplied with P at once, so that neither PᵀA nor AP is ever stored, and no term is computed twice. Work: 8 bytes for each entry of P
 * and 20 for each column, which Pᵀ takes; and for each worker 32 to 64 bytes for each entry of the longest row of PᵀA and of C. Sums: over the rows of A first, then over the columns of PᵀA in the
 * order in which they came: the same bits for any number of threads. It follows the merged triple products of Henson, Yang 2002.
 */
export const jsGalerkinCsr: MatrixKernel<'js', Record<never, never>> = {
  ...JS_CSR,
  id: 'js/galerkin-csr',
  operation: 'galerkin',
  formats: { A: 'csr', P: 'csr', C: 'csr' },
  title: 'Row by row of PᵀA, each multiplied with P at once',
  sources: [
    { title: 'Henson, Yang 2002, "BoomerAMG: a parallel algebraic multigrid solver and preconditioner"' },
    NAGASAKA,
  ],
  symbolic,
  *numeric(context, _, again, { notes = [] }) {
    yield { do: 'run', program: overRows('fillGalerkin', sizesOf(context), notes, again) };
  },
};
