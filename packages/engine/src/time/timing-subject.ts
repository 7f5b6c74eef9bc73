import type { Backend, Operator } from '@spmv/core';

/** Operands of a product, and what writes those that it reads. */
export interface UploadedOperands {
  readonly operands: readonly unknown[];
  upload(): Promise<void>;
}

/** What is timed: a product bound to its vectors. */
export interface TimingSubject {
  readonly backend: Backend;
  readonly operator: Operator;
  /** What each product is given. */
  readonly operands: readonly unknown[];
  /** What an engine compiles for its products, by name: who shares it with one before is warm. Absent: what nobody else has. */
  readonly code?: string;
  /** Who it is compared with for the fastest, by name; absent: nobody. */
  readonly race?: string;
  /** Whether others are compared with it, so that it takes all samples. */
  readonly isStandard?: boolean;
  /** Whether its threads are a library's own; see `awaken`. */
  readonly ownThreads?: boolean;
  /** Whether a product reads what the one before it wrote. */
  readonly readsResult: boolean;
  /** What products take in turns instead of `operands`, each writing what it reads first. */
  readonly uploaded?: readonly UploadedOperands[];
  /** Empties the caches of the processor, where the backend runs on it and that was asked for. */
  evict?(): Promise<void>;
  /** Puts back what is written: before each sample of products that read it, so that it does not grow. */
  reset(): Promise<void>;
}

/** What a product takes by the host's clock, so many together; uploads included where there are any. */
export async function hostMs(subject: TimingSubject, products: number): Promise<number> {
  const { operator, operands, backend, uploaded } = subject;
  if (uploaded) return uploadedMs(subject, uploaded, products);
  const start = performance.now();
  const [a, b, c, d] = operands;
  // A call with a list is slower than the products of a tiny matrix.
  if (operands.length === 4) for (let p = 0; p < products; p++) operator.apply(a, b, c, d);
  else for (let p = 0; p < products; p++) operator.apply(...operands);
  await backend.finish();
  return (performance.now() - start) / products;
}

/** The same, uploads included. */
async function uploadedMs(
  { operator, backend }: TimingSubject,
  uploaded: readonly UploadedOperands[],
  products: number,
): Promise<number> {
  const start = performance.now();
  for (let p = 0; p < products; p++) {
    const { operands, upload } = uploaded[p % uploaded.length] as UploadedOperands;
    await upload();
    operator.apply(...operands);
  }
  await backend.finish();
  return (performance.now() - start) / products;
}
