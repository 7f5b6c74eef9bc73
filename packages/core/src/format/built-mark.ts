import { checkCoo } from '../data/check-coo.ts';
import type { AnyCoo, CooMatrix } from '../data/coo.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StoredMatrix } from './stored-matrix.ts';

// For all copies of this package in a process; not enumerable, so that clones, spreads and messages do not copy it by accident.
const BUILT: unique symbol = Symbol.for('@spmv/built') as never;
const CANONICAL: unique symbol = Symbol.for('@spmv/canonical') as never;

/** `matrix` marked as built by core in `format`, and frozen, so that no array can be replaced afterwards. */
export function markBuilt(matrix: StoredMatrix, format: SparseFormat): StoredMatrix {
  const { shape, params, scalars, arrays } = matrix;
  const marked = {
    ...matrix,
    shape: Object.freeze({ ...shape }),
    params: Object.freeze({ ...params }),
    scalars: Object.freeze({ ...scalars }),
    arrays: Object.freeze({ ...arrays }),
  };
  return Object.freeze(Object.defineProperty(marked, BUILT, { value: format }));
}

/** The format in which core built this very object; undefined where it did not, or another version of it did that noted no format. */
export function formatBuilt(matrix: StoredMatrix): SparseFormat | undefined {
  if (!isBuilt(matrix)) return undefined;
  const found = (matrix as StoredMatrix & { readonly [BUILT]: unknown })[BUILT];
  return typeof found === 'object' && found !== null ? (found as SparseFormat) : undefined;
}

/** Whether core built this very object. */
export function isBuilt(matrix: unknown): boolean {
  return typeof matrix === 'object' && matrix !== null && Object.hasOwn(matrix, BUILT);
}

/** Which entries were looked at: rows by `rowIndex`, or where that is not made by `rowStart`. */
interface Seen extends Pick<CooMatrix, 'shape' | 'colIndex' | 'values'> {
  readonly rows: Int32Array;
}

type MarkedCoo = AnyCoo & { readonly [CANONICAL]?: Seen };

function seenIn(coo: AnyCoo): Seen {
  const { colIndex, values, shape } = coo;
  return { rows: coo.rowStart ?? coo.rowIndex, colIndex, values, shape: { ...shape } };
}

/** Notes on an object that its entries were found to be canonical: they are looked at once, however many formats are built of them. */
export function markCanonical(coo: AnyCoo): void {
  if (Object.isExtensible(coo)) Object.defineProperty(coo, CANONICAL, { value: seenIn(coo), configurable: true });
}

/** Whether the entries of this very object were found to be canonical before, and it has the same arrays and shape still. Looks at no entry. */
export function isKnownCanonical(coo: MarkedCoo): boolean {
  if (typeof coo !== 'object' || coo === null || !Object.hasOwn(coo, CANONICAL)) return false;
  const seen = coo[CANONICAL];
  return (
    seen !== undefined &&
    seen.rows === (coo.rowStart ?? coo.rowIndex) &&
    seen.colIndex === coo.colIndex &&
    seen.values === coo.values &&
    seen.shape.rows === coo.shape?.rows &&
    seen.shape.cols === coo.shape.cols
  );
}

/** Whether entries are canonical. Each object is looked at once, as long as it has the same arrays and shape. Throws nothing. */
export function isCanonical(coo: AnyCoo): boolean {
  if (isKnownCanonical(coo)) return true;
  if (checkCoo(coo).length > 0) return false;
  markCanonical(coo);
  return true;
}
