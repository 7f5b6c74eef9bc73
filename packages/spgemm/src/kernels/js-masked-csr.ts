import { bundled } from '@spmv/spgemm/bundled';
import type { JsModule } from '@spmv/kernel-kit';
import { jsPass } from '@spmv/kernel-kit';
import type { JsPass, JsProgram, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { readNumbers } from '@spmv/core';
import { JS_CSR, MILAKOVIC, readEntries } from './js-kernels.ts';

const module = (): JsModule => bundled?.masked ?? new URL('../js/masked.ts', import.meta.url);
const rowsOf = ({ matrices }: MatrixContext): number => matrices['A']?.shape.rows ?? 0;
const colsOf = ({ matrices }: MatrixContext): number => matrices['B']?.shape.cols ?? 0;

/** Passes over rows, where each worker has a place for every column and sums for one row of the mask. */
function overRows(context: MatrixContext, sums: number, passes: (room: Record<string, number>) => JsPass[]): JsProgram {
  const cols = colsOf(context);
  return {
    passes: passes({ rows: rowsOf(context), cols, sums }),
    scratch: {
      places: { element: 'i32', length: cols, perWorker: true },
      sums: { element: 'f64', length: sums, perWorker: true },
    },
  };
}

function* symbolic(context: MatrixContext): KernelSteps<'js', { readonly nnz: number; readonly notes: number[] }> {
  const rows = rowsOf(context);
  yield { do: 'bound', bytes: 8 * (rows + 1) + 8 };
  yield { do: 'allocate', name: 'work.terms', element: 'f64', length: rows + 1 };
  yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 1 };
  const terms = [jsPass(module(), 'countTerms', rows, {}, 'A.rowStart'), jsPass(module(), 'startTerms', 1, { rows })];
  yield { do: 'run', program: { passes: terms } };
  // Rows are divided by their terms, which have to be there when the next program is prepared.
  const [longest = 0] = yield* readNumbers('work.totals', 0, 1);
  const counting = overRows(context, 0, (room) => [
    jsPass(module(), 'countMasked', rows, room, 'work.terms'),
    jsPass(module(), 'startMasked', 1, room),
  ]);
  yield { do: 'run', program: counting };
  return { ...(yield* readEntries()), notes: [longest] };
}

/**
 * C ← M ∘ (αAB) row by row: columns of a row of M have places, and terms that meet none are left out. A row of B that is long beside the row of M is searched for the columns of M instead of gone over.
 * Work: 8 bytes a row, and for each worker 4 bytes a column and 8 for each entry of the longest row of M. New values read nothing back.
 */
export const jsMaskedCsr: MatrixKernel<'js', Record<never, never>> = {
  ...JS_CSR,
  id: 'js/spgemm-masked-csr',
  operation: 'spgemm-masked',
  formats: { A: 'csr', B: 'csr', M: 'csr', C: 'csr' },
  title: 'Row by row, sums at the places of the mask',
  sources: [MILAKOVIC],
  symbolic,
  *numeric(context, _, again, { notes: [longest = 0] = [] }) {
    const rows = rowsOf(context);
    const filling = overRows(context, longest, (room) => [
      jsPass(module(), 'fillMasked', rows, { ...room, again: Number(again) }, 'work.terms'),
    ]);
    yield { do: 'run', program: filling };
  },
};
