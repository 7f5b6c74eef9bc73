import type { MatrixMarketFile } from '../model/file.ts';

/** The file with entries `picked` only, in that order. Lines of entries are lost unless every entry stays in place. */
export function pickEntries(file: MatrixMarketFile, picked: Int32Array): MatrixMarketFile {
  const take = <T extends Int32Array | Float64Array | BigInt64Array | BigUint64Array>(array: T): T => {
    const taken = new (array.constructor as new (length: number) => T)(array.length === 0 ? 0 : picked.length);
    if (array.length > 0) for (let k = 0; k < picked.length; k++) taken[k] = array[picked[k] as number] as never;
    return taken;
  };
  return {
    ...file,
    rowIndex: take(file.rowIndex),
    colIndex: take(file.colIndex),
    values: take(file.values),
    imaginary: take(file.imaginary),
    ...(file.integers === undefined ? {} : { integers: take(file.integers) }),
    lines: { from: [], offset: [] },
  };
}

/** The file without the entries `drop` says, which stay in order; the same file when there is none. */
export function dropEntries(file: MatrixMarketFile, drop: (k: number) => boolean): MatrixMarketFile {
  const n = file.rowIndex.length;
  const kept = new Int32Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) if (!drop(k)) kept[count++] = k;
  return count === n ? file : pickEntries(file, kept.subarray(0, count));
}
