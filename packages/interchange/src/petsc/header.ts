/** What a binary file of PETSc begins with: its kind, and three numbers of a matrix or one of a vector, 32 bits each, the highest byte first. */
export const MATRIX_CLASS = 1211216;
export const VECTOR_CLASS = 1211214;
/** In place of the number of entries: a dense matrix, row by row. */
export const DENSE = -1;

/** Kind of the object that a file begins with, or `undefined`. */
export function petscKind(head: Uint8Array): 'matrix' | 'vector' | undefined {
  if (head.length < 8) return undefined;
  const id = new DataView(head.buffer, head.byteOffset).getInt32(0);
  return id === MATRIX_CLASS ? 'matrix' : id === VECTOR_CLASS ? 'vector' : undefined;
}
