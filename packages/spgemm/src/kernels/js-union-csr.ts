import { bundled } from '@spmv/spgemm/bundled';
import type { KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { jsPass, PAPERS } from '@spmv/kernel-kit';
import { JS_CSR, readEntries } from './js-kernels.ts';

const module = (): JsModule => bundled?.union ?? new URL('../js/union.ts', import.meta.url);
const rowsOf = ({ matrices }: MatrixContext): number => matrices['A']?.shape.rows ?? 0;

function* symbolic(context: MatrixContext): KernelSteps<'js', { readonly nnz: number }> {
  const rows = rowsOf(context);
  yield { do: 'bound', bytes: 8 };
  yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 1 };
  const passes = [jsPass(module(), 'countUnion', rows, {}, 'A.rowStart'), jsPass(module(), 'startUnion', 1, { rows })];
  yield { do: 'run', program: { passes } };
  const found = yield* readEntries();
  yield { do: 'release', name: 'work.totals' };
  return found;
}

/** C ← αA + βB by merging rows, once to count and once to write: work is 8 bytes. New values read nothing back. */
export const jsUnionCsr: MatrixKernel<'js', Record<never, never>> = {
  ...JS_CSR,
  id: 'js/spgeam-csr',
  operation: 'spgeam',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  title: 'Row by row, merged',
  sources: [PAPERS.gustavson],
  symbolic,
  *numeric(context) {
    yield { do: 'run', program: { passes: [jsPass(module(), 'fillUnion', rowsOf(context), {}, 'C.rowStart')] } };
  },
};
