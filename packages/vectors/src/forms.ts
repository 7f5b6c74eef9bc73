import type { Params } from '@spmv/core';

/** What may be computed of numbers in the memory of the backend. */
export const FORMS = ['quotient', 'product', 'sum', 'root', 'ratio', 'hypot', 'copy'] as const;
/** One of them. */
export type Form = (typeof FORMS)[number];

/** What a form reads of the memory of the backend, and its numbers of the host. */
export const FORM_OPERANDS: Readonly<
  Record<Form, { readonly inputs: readonly string[]; readonly scalars: readonly string[]; readonly flops: number }>
> = {
  quotient: { inputs: ['a', 'b'], scalars: ['delta'], flops: 2 },
  product: { inputs: ['a', 'b'], scalars: ['delta'], flops: 2 },
  sum: { inputs: ['a', 'b'], scalars: ['alpha', 'beta'], flops: 3 },
  root: { inputs: ['a'], scalars: ['delta'], flops: 2 },
  ratio: { inputs: ['a', 'b', 'c', 'd'], scalars: ['delta'], flops: 4 },
  hypot: { inputs: ['a', 'b'], scalars: [], flops: 4 },
  copy: { inputs: ['a'], scalars: [], flops: 0 },
};

/** The form that options ask for. */
export function formOf(options: Params): Form {
  return FORMS.find((form) => form === options['form']) ?? 'quotient';
}
