import { type BinsparseFormat, type BinsparseHeader, formatOf, objectOf, unsupported, wrong } from '../descriptor.ts';

/** One level of a format: scalars, or arrays of `rank` dimensions whose elements are the level inside. */
export type TensorLevel =
  | { readonly kind: 'element' }
  | { readonly kind: 'dense' | 'sparse'; readonly rank: number; readonly inside: TensorLevel };

/** How a tensor lies in a file. */
export interface TensorLayout {
  readonly level: TensorLevel;
  /** Dimension d as stored is dimension `order[d]` of the tensor. */
  readonly order: readonly number[];
  /** For people. */
  readonly name: string;
}

/** Deeper than any tensor is. */
const MOST_DIMENSIONS = 64;

const ELEMENT: TensorLevel = { kind: 'element' };
const dense = (inside: TensorLevel): TensorLevel => ({ kind: 'dense', rank: 1, inside });
const sparse = (inside: TensorLevel, rank = 1): TensorLevel => ({ kind: 'sparse', rank, inside });

/** What the predefined formats are made of. */
const PREDEFINED: Readonly<Record<BinsparseFormat, TensorLevel>> = {
  DVEC: dense(ELEMENT),
  CVEC: sparse(ELEMENT),
  DMATR: dense(dense(ELEMENT)),
  DMATC: dense(dense(ELEMENT)),
  CSR: dense(sparse(ELEMENT)),
  CSC: dense(sparse(ELEMENT)),
  DCSR: sparse(sparse(ELEMENT)),
  DCSC: sparse(sparse(ELEMENT)),
  COOR: sparse(ELEMENT, 2),
  COOC: sparse(ELEMENT, 2),
};

/** Those that lie by columns. */
const BY_COLUMNS: ReadonlySet<BinsparseFormat> = new Set(['DMATC', 'CSC', 'DCSC', 'COOC']);

/** Dimensions that a level and those inside it have. */
export function rankOf(level: TensorLevel): number {
  let rank = 0;
  for (let at = level; at.kind !== 'element'; at = at.inside) rank += at.rank;
  return rank;
}

function levelOf(json: unknown, above: number): TensorLevel {
  const level = objectOf(json);
  const { level_desc: kind, rank, level: inside } = level ?? {};
  if (kind === 'element') return ELEMENT;
  if (kind !== 'dense' && kind !== 'sparse')
    throw unsupported(`a level of the kind ${JSON.stringify(kind ?? null).slice(0, 40)} is not known`);
  if (!Number.isSafeInteger(rank) || (rank as number) < 1 || above + (rank as number) > MOST_DIMENSIONS)
    throw wrong(`a ${kind} level has the rank ${JSON.stringify(rank ?? null).slice(0, 40)}`);
  return { kind, rank: rank as number, inside: levelOf(inside, above + (rank as number)) };
}

/** The dimensions in the order of the file. Errors: `FILE.FORMAT` where they are no permutation. */
function orderOf(transpose: unknown, rank: number): readonly number[] {
  const order = transpose ?? Array.from({ length: rank }, (_, d) => d);
  const isOrder =
    Array.isArray(order) &&
    order.length === rank &&
    new Set(order).size === rank &&
    order.every((d) => Number.isInteger(d) && d >= 0 && d < rank);
  if (isOrder) return order as readonly number[];
  throw wrong(`transpose ${JSON.stringify(transpose).slice(0, 60)} is no order of ${rank} dimensions`);
}

/** How the tensor of a descriptor lies. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export function layoutOf(header: BinsparseHeader): TensorLayout {
  const format = formatOf(header);
  if (format !== 'custom') {
    const level = PREDEFINED[format];
    const transpose = BY_COLUMNS.has(format) ? [1, 0] : undefined;
    return { level, order: orderOf(transpose, rankOf(level)), name: format };
  }
  const custom = objectOf(header['custom']);
  if (custom === undefined) throw wrong('the format is custom, and nothing describes it');
  const level = levelOf(custom['level'], 0);
  return { level, order: orderOf(custom['transpose'], rankOf(level)), name: 'custom' };
}
