import { formatBytes } from '@spmv/core';
import type { Memory } from '../host/host.ts';
import type { CaseProblem, RunnableCase } from './case.ts';
import type { Between } from './members.ts';
import { memberOf } from './members.ts';
import type { WorkloadSizes } from '../problem/product-bytes.ts';
import { productBytes } from '../problem/product-bytes.ts';

/** What stored matrices and operators may take while the cases of one problem run. */
export interface MemoryBudget {
  /** Why a stored form of so many bytes is not built; undefined when it fits. */
  refusal(bytes: number): CaseProblem | undefined;
  /** Whether a stored form of so many bytes may be built and prepared while operators hold `held` bytes. */
  fits(bytes: number, held: number): boolean;
}

/** Share of the memory that is planned with; the rest is for what builders, engines and workers need meanwhile. */
const PLANNED = 0.75;

function requireOperands({ signature }: WorkloadSizes, products: number, bytes: number, memory: Memory): void {
  memory.require(
    `The operands of ${products === 1 ? 'a product' : `${products} products`}, of ${signature.buffers.map(({ length }) => length).join(' and ')} elements,`,
    bytes,
  );
}

/**
 * Refuses a problem of which not even one product in one place fits: hashing and planning already take memory and time in proportion to the rows.
 *
 * Errors: those of `memory`.
 */
export function requireProduct(workload: WorkloadSizes, memory: Memory): void {
  requireOperands(workload, 1, productBytes(workload, [{ backend: '', precision: 'f32' }], 1), memory);
}

/**
 * Shares out the memory that is free after the vectors and references of `products` products. Each backend copies a stored form into a
 * memory of its own, which never shrinks. `maxBytes` bounds what a stored form and these copies take together, and what operators hold at a time.
 *
 * Errors: failed, when the vectors alone do not fit.
 */
export function memoryBudget(
  workload: WorkloadSizes,
  cases: readonly RunnableCase[],
  products: number,
  maxBytes: number,
  memory: Memory,
  between: Between = 'backends',
): MemoryBudget {
  const members = new Set(cases.map((one) => `${memberOf(one, between)} ${one.precision}`)).size;
  const vectors = productBytes(workload, cases, products, members);
  requireOperands(workload, products, vectors, memory);
  const room = PLANNED * (memory.free - vectors);
  const most = Math.min(room, maxBytes);
  const backends = new Set(cases.map(({ backend }) => backend)).size;
  return {
    refusal(bytes) {
      const needed = bytes * (1 + backends);
      if (needed <= most) return undefined;
      const copies = `${formatBytes(needed)} with the copies of ${backends === 1 ? 'its backend' : `${backends} backends`}`;
      return {
        status: 'refused',
        code: 'FORMAT.REFUSED',
        reason:
          room < maxBytes
            ? `needs ${formatBytes(bytes)}, ${copies}, and ${formatBytes(room)} of the memory are left for it`
            : `needs ${formatBytes(bytes)}, ${copies}, above the limit of ${formatBytes(maxBytes)}`,
        fix:
          room < maxBytes
            ? 'Use a format without that much padding, or a machine with more memory.'
            : 'Use a format without that much padding, fewer backends, or raise the limit: maxBytes, in the command --max-bytes.',
      };
    },
    fits: (bytes, held) => held === 0 || bytes + backends * (bytes + held) <= most,
  };
}
