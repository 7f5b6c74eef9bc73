import type { Operand, Operation, Params } from '@spmv/core';
import type { VectorPass } from '@spmv/kernel-kit';
import { VECTOR_PASSES } from '@spmv/kernel-kit';
import { passReference } from '../references/pass-reference.ts';
import { SHARING, SIZES, TRIALS } from '../sizes.ts';

/** The numbers of the host that factors have, in their order. */
const HOST = ['alpha', 'beta'] as const;

function operandOf({ first, by, weights, second, moved, into, other, squares }: VectorPass, name: string): Operand {
  if (![first, weights, second, moved, into, other, squares].includes(name))
    return { role: 'device-scalar', name, access: 'read' };
  const vector = { role: 'vector', name, length: 'n' } as const;
  if (name !== into && name !== moved) return { ...vector, access: 'read' };
  if (name === into && into !== first && into !== second) return { ...vector, access: 'write' };
  return {
    ...vector,
    access: 'update',
    ...(name === first && typeof by?.times === 'string' ? { factor: by.times } : {}),
  };
}

/** The operands of a pass: its own, its sums, and its numbers of the host. */
function operandsOf(pass: VectorPass): readonly Operand[] {
  const times = new Set([pass.by?.times, pass.share?.times, pass.step?.times]);
  return [
    ...pass.operands.map((name) => operandOf(pass, name)),
    ...pass.sums.map((name): Operand => ({ role: 'device-scalar', name, access: 'write', combine: 'sum' })),
    ...HOST.filter((name) => times.has(name)).map((name): Operand => ({ role: 'scalar', name, default: 1 })),
  ];
}

const flopsOf = ({ by, weights, squares, share, step, sums }: VectorPass): number =>
  [by, weights, squares].filter(Boolean).length + 2 * [share, step].filter(Boolean).length + 2 * sums.length;

/** What an operation says of itself besides the rows of the table; `choice` is the doc of its option. */
type Words = Pick<Operation, 'id' | 'title' | 'formula'> &
  Pick<Partial<Operation>, 'checks'> & { readonly choice?: string };

/**
 * The operation whose variants are the rows of the table with its id, the first of them by default.
 *
 * Of complex numbers everything is a pair: elements, numbers in memory, those of the host. A factor without an imaginary part multiplies as a real number, and what a factor of 0 multiplies is not
 * read; other products are the textbook's. Sums conjugate the other vector, s ← zᴴy and rᴴ(d ∘ r), and t is real. Each part is judged as the real sum that it is, so that n is twice as large in its
 * bound; a quotient may have 14 roundings more than one of real numbers, and is 0 where a part is not finite.
 */
export function passOperation<Args extends readonly unknown[]>({ choice, ...words }: Words): Operation<Args> {
  const passes = VECTOR_PASSES.filter(({ operation }) => operation === words.id);
  const [usual] = passes as [VectorPass];
  const [option] = Object.keys(usual.options);
  const values = passes.flatMap(({ options }) => Object.values(options));
  const passOf = (options: Params): VectorPass =>
    passes.find((pass) => option !== undefined && pass.options[option] === options[option]) ?? usual;
  return {
    kind: 'operation',
    sources: [],
    options: option === undefined ? {} : { [option]: { values, default: values[0], doc: choice ?? '' } },
    sizes: SIZES,
    operands: (options) => operandsOf(passOf(options)),
    trivial: { sizes: ['n'], scalars: [] },
    flops: ({ n = 0 }, options) => n * flopsOf(passOf(options)),
    reference: (problem) => passReference(passOf(problem.options), problem),
    checks: [],
    sharing: SHARING,
    trials: TRIALS,
    ...words,
  };
}
