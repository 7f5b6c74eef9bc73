/** What may be computed of numbers in the memory of the backend. */
export const FORM_NAMES = ['quotient', 'product', 'sum', 'root', 'ratio', 'hypot', 'copy', 'conjugate'] as const;
/** One of them. */
export type Form = (typeof FORM_NAMES)[number];

/** What each form reads of the memory of the backend, and its numbers of the host. Functions know a form by its place in FORM_NAMES. */
export const FORMS: Readonly<
  Record<Form, { readonly inputs: readonly string[]; readonly scalars: readonly string[]; readonly flops: number }>
> = {
  quotient: { inputs: ['a', 'b'], scalars: ['delta'], flops: 2 },
  product: { inputs: ['a', 'b'], scalars: ['delta'], flops: 2 },
  sum: { inputs: ['a', 'b'], scalars: ['alpha', 'beta'], flops: 3 },
  root: { inputs: ['a'], scalars: ['delta'], flops: 2 },
  ratio: { inputs: ['a', 'b', 'c', 'd'], scalars: ['delta'], flops: 4 },
  hypot: { inputs: ['a', 'b'], scalars: [], flops: 4 },
  copy: { inputs: ['a'], scalars: [], flops: 0 },
  conjugate: { inputs: ['a'], scalars: ['delta'], flops: 1 },
};
