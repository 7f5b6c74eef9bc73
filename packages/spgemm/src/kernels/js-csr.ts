import { bundled } from '@spmv/spgemm/bundled';
import type { JsProgram, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { readNumbers } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { jsPass, PAPERS } from '@spmv/kernel-kit';
import { JS_CSR, NAGASAKA, readEntries } from './js-kernels.ts';

const module = (): JsModule => bundled?.gustavson ?? new URL('../js/gustavson.ts', import.meta.url);

/** What the passes over rows of C are told, and the memory that each worker has for one row. */
type Room = Readonly<Record<'rows' | 'words' | 'summary' | 'setWords' | 'sums' | 'keys', number>>;

/** Room for the widest row, of so many columns, with sums and keys for the largest table. */
export function roomFor(rows: number, totals: Iterable<number>): Room {
  const [, widest = 0, dense = 0, slots = 0] = totals;
  const words = Math.ceil(widest / 32);
  const summary = Math.ceil(words / 32);
  const setWords = words + summary + Math.ceil(summary / 32);
  return { rows, words, summary, setWords, sums: Math.max(dense, slots), keys: slots };
}

const pass = (name: string, count: number, numbers: Room, work?: string) =>
  jsPass(module(), name, count, numbers, work);

/** Passes over rows with what each worker needs for one: rows are divided by their terms. */
function overRows(name: string, room: Room, sums: boolean): JsProgram {
  return {
    passes: [pass(name, room.rows, room, 'work.terms')],
    scratch: {
      set: { element: 'i32', length: room.setWords, perWorker: true },
      sums: { element: 'f64', length: sums ? room.sums : 0, perWorker: true },
      keys: { element: 'i32', length: sums ? room.keys : 0, perWorker: true },
    },
  };
}

function* symbolic({ matrices: { A } }: MatrixContext): KernelSteps<'js', { readonly nnz: number }> {
  const rows = A?.shape.rows ?? 0;
  yield { do: 'bound', bytes: 8 * (rows + 1) + 8 * rows + 32 };
  yield { do: 'allocate', name: 'work.terms', element: 'f64', length: rows + 1 };
  yield { do: 'allocate', name: 'work.low', element: 'i32', length: rows };
  yield { do: 'allocate', name: 'work.span', element: 'i32', length: rows };
  yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 4 };
  const nothing = roomFor(rows, []);
  const starts = pass('startTerms', 1, nothing);
  yield { do: 'run', program: { passes: [pass('countTerms', rows, nothing, 'A.rowStart'), starts] } };
  const room = roomFor(rows, yield* readNumbers('work.totals', 0, 4));
  const counting = overRows('countEntries', room, false);
  yield { do: 'run', program: { ...counting, passes: [...counting.passes, pass('startRows', 1, room)] } };
  return yield* readEntries();
}

function* numeric({ matrices: { A } }: MatrixContext, _: object, again: boolean): KernelSteps<'js'> {
  const rows = A?.shape.rows ?? 0;
  const room = roomFor(rows, [0, ...(yield* readNumbers('work.totals', 1, 3))]);
  yield { do: 'run', program: overRows(again ? 'refill' : 'fill', room, true) };
}

/**
 * C ← αAB row by row (Gustavson 1978): one pass counts terms, one counts entries, one computes. Sums of a row lie in an array over its columns where that fits a cache, else in a
 * hash table; its columns are a set of bits, which is read in order. Rows are divided between workers by their terms. Work: 16 bytes a row, and for each worker the set and the sums of the largest row.
 */
export const jsCsr: MatrixKernel<'js', Record<never, never>> = {
  ...JS_CSR,
  id: 'js/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  title: 'Row by row, dense or hashed sums',
  sources: [PAPERS.gustavson, NAGASAKA],
  symbolic,
  numeric,
};

/** C ← αAB + βD as {@link jsCsr}: a row of D is one more row that C has the columns of, and its elements are added to sums that are complete. */
export const jsAddCsr: MatrixKernel<'js', Record<never, never>> = {
  ...jsCsr,
  id: 'js/spgemm-add-csr',
  operation: 'spgemm-add',
  formats: { A: 'csr', B: 'csr', D: 'csr', C: 'csr' },
};

/** {@link jsCsr} where C has more than 2³¹−1 entries: its row starts are whole numbers of 64 bits, and its arrays have memory of their own. Only the memory of the machine ends it. */
export const jsCsr64: MatrixKernel<'js', Record<never, never>> = {
  ...jsCsr,
  id: 'js/spgemm-csr64',
  formats: { A: 'csr', B: 'csr', C: 'csr64' },
};
