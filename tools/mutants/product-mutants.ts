// Of what makes a sparse matrix of others.
import type { Mutant } from './mutant.ts';
import { conformance } from './mutant.ts';

export const productMutants: readonly Mutant[] = [
  {
    id: 'spgemm-wasm-stale-words',
    file: 'packages/spgemm/assembly/count-rows.ts',
    find: 'for (let at = list; at < listed; at += 4)',
    replace: 'for (let at = list + 4; at < listed; at += 4)',
    breaks: 'the columns of a row are forgotten before the next is counted',
    killers: [conformance('spgemm')],
  },
  {
    id: 'spgemm-wasm-shifted',
    file: 'packages/spgemm/assembly/count-rows.ts',
    find: ' || load<u8>(element<u8>(shifted, l)) == 0',
    replace: '',
    breaks: 'a row of C is the row before only where the rows of B are, too',
    killers: [conformance('spgemm')],
  },
  {
    id: 'spgemm-native-place',
    file: 'packages/kernels-native/addon/column-set-inl.h',
    find: 'words[w] & (bit(column) - 1)',
    replace: 'words[w] & bit(column)',
    breaks: 'sums that lie side by side are at the place of their column',
    killers: ['packages/kernels-native/test/spgemm-bits.test.ts'],
  },
  {
    id: 'spgemm-js-reads-d',
    file: 'packages/spgemm/src/js/gustavson.ts',
    find: 'if (beta !== 0) value += beta * D.values[d];',
    replace: 'value += beta * D.values[d];',
    breaks: 'no value of D is read where beta is 0',
    killers: [conformance('spgemm')],
  },
  {
    id: 'spgemm-js-mask-without-terms',
    file: 'packages/spgemm/src/js/masked.ts',
    find: 'if (places[base + j] > 0) {',
    replace: 'if (places[base + j] !== 0) {',
    breaks: 'a place of the mask without a term has no entry',
    killers: [conformance('spgemm')],
  },
  {
    id: 'spgemm-js-galerkin-order',
    file: 'packages/spgemm/src/js/galerkin.ts',
    find: 'P.values[entry[r]]',
    replace: 'P.values[r]',
    breaks: 'values of Pᵀ are those of the entries of P that it was made of',
    killers: [conformance('spgemm')],
  },
  {
    id: 'spgemm-js-one-set',
    file: 'packages/spgemm/src/js/gustavson.ts',
    find: "const first = worker * numbers['setWords'];",
    replace: 'const first = 0 * worker;',
    breaks: 'every worker has a set of columns of its own',
    killers: ['packages/kernels-native/test/spgemm-bits.test.ts'],
  },
  {
    id: 'spgemm-wasm-one-set',
    file: 'packages/spgemm/assembly/column-set.ts',
    find: 'element<i32>(set, worker * stride)',
    replace: 'element<i32>(set, 0 * worker * stride)',
    breaks: 'every worker has a set of columns of its own',
    killers: ['packages/kernels-native/test/spgemm-bits.test.ts'],
  },
];
