import type { MatrixMarketHeader } from '../model/header.ts';

/** What the values of a file may be: reals, or integers between two bounds. */
export interface ValueRules {
  readonly integral: boolean;
  readonly least: bigint;
  readonly greatest: bigint;
  /** Name of the type for messages. */
  readonly type: string;
  /** Whether the bounds are narrower than what the fast loop lets through (±10¹⁵). */
  readonly narrow: boolean;
  /** A `%%GraphBLAS type` line that says nothing known. */
  readonly unknownType: boolean;
}

function integers(type: string, least: bigint, greatest: bigint): ValueRules {
  return {
    integral: true,
    least,
    greatest,
    type,
    narrow: least > -(10n ** 15n) || greatest < 10n ** 15n,
    unknownType: false,
  };
}

const REALS: ValueRules = { integral: false, least: 0n, greatest: 0n, type: 'real', narrow: false, unknownType: false };

/**
 * The rules of a header. `integer` is int64, `unsigned-integer` uint64. A `%%GraphBLAS type` line narrows them as
 * SuiteSparse:GraphBLAS and LAGraph define it: the integer types are bounds, `float` and `double` let an
 * integer file hold reals.
 */
export function valueRules(header: MatrixMarketHeader): ValueRules {
  const { field, graphblasType: hint } = header;
  if (field !== 'integer' && field !== 'unsigned-integer') return REALS;
  const base =
    field === 'integer' ? integers('int64', -(1n << 63n), (1n << 63n) - 1n) : integers('uint64', 0n, (1n << 64n) - 1n);
  if (hint === undefined) return base;
  if (hint === 'float' || hint === 'double') return REALS;
  if (hint === 'bool') return integers('bool', 0n, 1n);
  const width = /^(u?)int(8|16|32|64)(?:_t)?$/.exec(hint);
  if (width === null) return { ...base, unknownType: true };
  const bits = BigInt(width[2] as string);
  return width[1] === 'u'
    ? integers(hint, 0n, (1n << bits) - 1n)
    : integers(hint, -(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n);
}
