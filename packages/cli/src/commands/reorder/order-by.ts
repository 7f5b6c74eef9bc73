import type { CooMatrix } from '@spmv/core';
import { isSpmvError, suggestNames } from '@spmv/core';
import type { Bounds, Halo } from '@spmv/reorder';
import { haloOf, orderWithin, reverseCuthillMckee } from '@spmv/reorder';
import type { Partitioner } from '@spmv/reorder/node';
import { PARTITIONERS, partitionRows } from '@spmv/reorder/node';
import { CliError, usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { EXIT } from '../../exit-codes.ts';

/** An order, and where its parts begin and end, if it has parts. */
export interface Ordered {
  readonly order: Int32Array;
  readonly bounds?: Bounds;
}

/** Names of `--method`. */
const METHODS: readonly string[] = ['rcm', ...PARTITIONERS];

/** Values of `--within`. */
const WITHIN: ReadonlySet<string> = new Set(['rcm', 'keep']);

/** What an order is asked for by. */
export interface OrderFlags {
  readonly method: string;
  readonly parts?: number;
  readonly within?: string;
}

/** Refuses what is no method, a method of parts without parts, and an order inside parts without such a method. Errors: usage. */
export function checkMethod({ method, parts, within }: OrderFlags): void {
  if (within !== undefined && !WITHIN.has(within))
    throw usageError(`There is no order '${within}' inside parts.`, 'Give rcm or keep.');
  if (!METHODS.includes(method))
    throw usageError(`There is no ordering '${method}'.`, suggestNames(method, [...METHODS]));
  if (method !== 'rcm' && parts === undefined)
    throw usageError(`--method ${method} divides rows, and nothing says in how many parts.`, 'Give --parts N.');
  if (method === 'rcm' && within !== undefined)
    throw usageError(
      '--within means nothing with --method rcm, which orders all rows.',
      `Leave it out, or give --method ${PARTITIONERS.join(' or ')}.`,
    );
}

/** The order of a method. Errors: unavailable, where a program is missing; those of the method. */
export async function orderBy(
  { signal }: Context,
  coo: CooMatrix,
  { method, parts, within = 'rcm' }: OrderFlags,
): Promise<Ordered> {
  if (method === 'rcm' || parts === undefined) return { order: reverseCuthillMckee(coo) };
  try {
    const found = await partitionRows(coo, { method: method as Partitioner, parts, signal });
    return within === 'rcm' ? orderWithin(coo, found) : found;
  } catch (error) {
    if (!isSpmvError(error, 'PARTITION.UNAVAILABLE')) throw error;
    throw new CliError(EXIT.unavailable, error.message, error.fix);
  }
}

/** What parts exchange for a product: elements of x, of 8 bytes. */
export interface Shared {
  readonly haloBytes: number;
  readonly mostReceivedBytes: number;
  readonly mostSources: number;
  /** Most entries of a part, relative to their mean. */
  readonly imbalance: number;
}

function shared({ entries, near }: Halo): Shared {
  const sum = (numbers: Int32Array): number => numbers.reduce((total, value) => total + value, 0);
  const most = (numbers: Int32Array): number => numbers.reduce((found, value) => Math.max(found, value), 0);
  const mean = sum(entries) / entries.length;
  return {
    haloBytes: 8 * sum(near.received),
    mostReceivedBytes: 8 * most(near.received),
    mostSources: most(near.sources),
    imbalance: mean > 0 ? most(entries) / mean : 1,
  };
}

/** In parts with these bounds. */
export function sharedBy(coo: CooMatrix, bounds: Bounds): Shared {
  return shared(haloOf(coo, bounds, bounds));
}
