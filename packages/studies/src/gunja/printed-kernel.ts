/** CSR arrays of a square matrix. */
interface PrintedCsr {
  readonly rowPtr: readonly number[];
  readonly colIndices: readonly number[];
  readonly values: readonly number[];
}

/**
 * csr_spmv_kernel_shared as figure 5.8 prints it, thread by thread. Every thread adds up all tiles, each of which holds one entry of each row
 * of the tile, and what lies `tid` places behind it: all rows get the same sum, whatever the matrix. What lies behind the arrays is read as 0.
 */
export function printedKernel(
  { rowPtr, colIndices, values }: PrintedCsr,
  x: readonly number[],
  blockSize: number,
): number[] {
  const rows = rowPtr.length - 1;
  return Array.from({ length: rows }, () => {
    let dot = 0;
    for (let tile = 0; tile < Math.ceil(rows / blockSize); tile++)
      for (let tid = 0; tid < blockSize; tid++) {
        const row = tile * blockSize + tid;
        if (row >= rows) continue;
        const place = (rowPtr[row] ?? 0) + tid;
        dot += (values[place] ?? 0) * (x[colIndices[place] ?? 0] ?? 0);
      }
    return dot;
  });
}

/** y = Ax, row by row. */
export function rightProduct({ rowPtr, colIndices, values }: PrintedCsr, x: readonly number[]): number[] {
  return Array.from({ length: rowPtr.length - 1 }, (_, row) => {
    let dot = 0;
    for (let k = rowPtr[row] ?? 0; k < (rowPtr[row + 1] ?? 0); k++)
      dot += (values[k] ?? 0) * (x[colIndices[k] ?? 0] ?? 0);
    return dot;
  });
}

/** Four rows of two entries each, and x. */
export const EXAMPLE: PrintedCsr & { readonly x: readonly number[] } = {
  rowPtr: [0, 2, 4, 6, 8],
  colIndices: [0, 1, 1, 2, 2, 3, 0, 3],
  values: [1, 2, 3, 4, 5, 6, 7, 8],
  x: [1, 10, 100, 1000],
};
