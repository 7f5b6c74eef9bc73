/** What a binary file of PETSc begins with: its kind, and three numbers of a matrix or one of a vector, 32 bits each, the highest byte first. */
export const MATRIX_CLASS = 1211216;
export const VECTOR_CLASS = 1211214;
/** In place of the number of entries: a dense matrix, row by row. */
export const DENSE = -1;

/** Every object that a file holds begins with a number from here on, below `LAST_CLASS`. */
const FIRST_CLASS = 1211211;
const LAST_CLASS = FIRST_CLASS + 1000;

/** Whether these four bytes begin another object. */
export function beginsObject(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const id = new DataView(head.buffer, head.byteOffset).getInt32(0);
  return id >= FIRST_CLASS && id < LAST_CLASS;
}

/** Kind of the object that a file begins with, or `undefined`. */
export function petscKind(head: Uint8Array): 'matrix' | 'vector' | undefined {
  if (head.length < 8) return undefined;
  const id = new DataView(head.buffer, head.byteOffset).getInt32(0);
  return id === MATRIX_CLASS ? 'matrix' : id === VECTOR_CLASS ? 'vector' : undefined;
}
