import type { MatrixStatistics } from '@spmv/core';
import { formatBytes } from '@spmv/core';
import { counted, grouped, significant } from '@spmv/engine/basics';
import type { StorageRow } from './storage-rows.ts';

function bytesOf(storage: readonly StorageRow[], format: string): number | undefined {
  return storage.find((row) => row.format === format && row.valueType === 'f64')?.bytes ?? undefined;
}

function onPadding(statistics: MatrixStatistics, storage: readonly StorageRow[]): string | undefined {
  const csr = bytesOf(storage, 'csr');
  const ellpack = bytesOf(storage, 'ellpack');
  if (csr === undefined || ellpack === undefined || csr === 0) return undefined;
  const ratio = ellpack / csr;
  if (ratio <= 1.25)
    return `Rows have similar lengths: ELLPACK needs only ${significant(ratio)} times the bytes of CSR. On GPUs it reads memory in order.`;
  if (ratio <= 3)
    return `Rows differ in length: ELLPACK needs ${significant(ratio)} times the bytes of CSR. ELLPACK-R does not compute with the padding but stores it.`;
  return `Rows differ widely in length (longest ${grouped(statistics.max)}, mean ${significant(statistics.mean)}): ELLPACK would take ${formatBytes(ellpack)}, ${significant(ratio)} times CSR.`;
}

/** What half of a symmetric matrix saves, where its format is installed and does not refuse it. */
function onSymmetry(storage: readonly StorageRow[]): string | undefined {
  const csr = bytesOf(storage, 'csr');
  const half = bytesOf(
    storage.filter(({ refusal }) => refusal === null),
    'symmetric',
  );
  if (csr === undefined || half === undefined || half > 0.8 * csr) return undefined;
  return `The matrix equals its mirror image, or the negative of it: format symmetric stores ${significant((100 * half) / csr)} % of the bytes of CSR. That is worth most where the matrix does not fit the cache.`;
}

/** What the statistics say before anything is measured. What to use, `info` says by what kernels are expected to take. */
export function advice(statistics: MatrixStatistics, storage: readonly StorageRow[]): readonly string[] {
  const { rows, nnz, mean, max, emptyRows } = statistics;
  const found: string[] = [];
  if (nnz === 0) return ['There are no entries: a product only scales y.'];
  const padding = onPadding(statistics, storage);
  if (padding !== undefined) found.push(padding);
  const symmetry = onSymmetry(storage);
  if (symmetry !== undefined) found.push(symmetry);
  if (nnz < 100_000)
    found.push(
      `With ${counted(nnz, 'entry', 'entries')} the matrix stays in cache, and starting a product takes most of the time: one CPU thread is hard to beat.`,
    );
  if (max > 1000 && max > 0.01 * nnz)
    found.push(
      `One row holds ${significant((100 * max) / nnz)} % of the entries: if the work is divided by rows, one thread gets all of that row; divided by entries, it is shared.`,
    );
  if (mean >= 64)
    found.push(`Rows are long (${significant(mean)} on average): several GPU threads per row are worthwhile.`);
  else if (mean <= 8)
    found.push(`Rows are short (${significant(mean)} on average): use one or two GPU threads per row.`);
  if (emptyRows > 0.1 * rows)
    found.push(
      `${significant((100 * emptyRows) / rows)} % of the rows are empty: COO, or a format that stores only the other rows, does not read them.`,
    );
  return found;
}
