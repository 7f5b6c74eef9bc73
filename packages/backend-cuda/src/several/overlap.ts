import type { StripeRule } from '@spmv/core';

/** Whether rows that need nothing of other devices are multiplied while that is copied: where it pays, wherever there are such rows, or nowhere. */
export type Overlap = 'auto' | 'always' | 'never';

/** Microseconds of a copy between two H200s, whatever its size, and bytes that they copy in one: measured; see docs/adr/0054. */
const COPY_US = 9.5;
const COPY_BYTES_PER_US = 391e3;
/** What an H200 reads of a matrix in a microsecond: bench/results/cuda/several-gpus.md. */
const READ_BYTES_PER_US = 4.2e6;
/** Bytes of an entry in the formats that are usual: of f64 12, of f32 8, of packed formats fewer. */
const ENTRY_BYTES = 8;
const ELEMENT_BYTES = 8;
/** One more launch, which ends by itself, and one more event to wait for. */
const PART_US = 4;

/**
 * For {@link StripeRule.apart}: the time that copies and these rows have in common is saved, and each further part costs a launch. Counted as one copy, the least that brings what is needed.
 */
export function paysApart(overlap: Overlap): NonNullable<StripeRule['apart']> {
  if (overlap !== 'auto') return () => overlap === 'always';
  return ({ entries, parts, outside }) => {
    const copied = COPY_US + (outside * ELEMENT_BYTES) / COPY_BYTES_PER_US;
    return Math.min(copied, (entries * ENTRY_BYTES) / READ_BYTES_PER_US) > (parts - 1) * PART_US;
  };
}
