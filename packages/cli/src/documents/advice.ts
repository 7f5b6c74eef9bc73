import type { MatrixStatistics } from '@spmv/core';
import { formatBytes } from '@spmv/core';
import { counted, grouped, significant } from '../output/numbers.ts';
import type { StorageRow } from './storage-rows.ts';

function bytesOf(storage: readonly StorageRow[], format: string): number | undefined {
  return storage.find((row) => row.format === format && row.valueType === 'f64')?.bytes ?? undefined;
}

function onPadding(statistics: MatrixStatistics, storage: readonly StorageRow[]): string | undefined {
  const csr = bytesOf(storage, 'csr');
  const ellpack = bytesOf(storage, 'ellpack-r') ?? bytesOf(storage, 'ellpack');
  if (csr === undefined || ellpack === undefined || csr === 0) return undefined;
  const ratio = ellpack / csr;
  if (ratio <= 1.25)
    return `Rows are even: ELLPACK costs only ${significant(ratio)} times the bytes of CSR. On GPUs, where it reads memory in order, it or ELLPACK-R should win.`;
  if (ratio <= 3)
    return `Rows differ: ELLPACK costs ${significant(ratio)} times the bytes of CSR. ELLPACK-R skips the padding's work but not its storage; CSR is the safe choice.`;
  return `Rows differ widely (longest ${grouped(statistics.max)}, mean ${significant(statistics.mean)}): ELLPACK would take ${formatBytes(ellpack)}, ${significant(ratio)} times CSR. Use CSR, or a format that splits long rows.`;
}

/** What the statistics suggest before anything is measured. `spmv bench` measures. */
export function advice(statistics: MatrixStatistics, storage: readonly StorageRow[]): readonly string[] {
  const { rows, nnz, mean, max, emptyRows } = statistics;
  const found: string[] = [];
  if (nnz === 0) return ['There are no entries: a product only scales y.'];
  const padding = onPadding(statistics, storage);
  if (padding !== undefined) found.push(padding);
  if (nnz < 100_000)
    found.push(
      `With ${counted(nnz, 'entry', 'entries')} the matrix stays in cache and the start of a product counts: one CPU thread is hard to beat.`,
    );
  if (max > 1000 && max > 0.01 * nnz)
    found.push(
      `One row holds ${significant((100 * max) / nnz)} % of the entries: dividing the work by rows leaves one thread with it, dividing by entries does not.`,
    );
  if (mean >= 64) found.push(`Rows are long (${significant(mean)} on average): several GPU threads per row pay.`);
  else if (mean <= 8) found.push(`Rows are short (${significant(mean)} on average): one or two GPU threads per row.`);
  if (emptyRows > 0.1 * rows)
    found.push(
      `${significant((100 * emptyRows) / rows)} % of the rows are empty: COO or a format that stores only the others saves reading them.`,
    );
  return found;
}
