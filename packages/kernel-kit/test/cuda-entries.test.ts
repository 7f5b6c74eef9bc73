import { isSpmvError } from '@spmv/core';
import { expect, it } from 'vitest';
import { checkEntries, cudaArguments, cudaEntries } from '../src/index.ts';

const entries = cudaEntries(
  'a.cu',
  `
/** y <- x. */
template <int T, typename V>
__device__ __forceinline__ void copy(const V* __restrict__ values, // a comment, with a comma
                                     V* y, int rows) {
  for (int i = 0; i < rows; i++) y[i] = values[i];
}
extern "C" __global__ void __launch_bounds__(256, (1 + 1)) whole(const Group<int, double>* groups, int n) {}
ENTRIES(copy, 3, copy<1, V>)
ENTRY(copy, bf16, 3, copy<1, V>)
BOUNDED_ENTRY((kMost, Held<V>::kBlocks), wide, f64_f32, 3, copy<2, V>)
#define TILE(NAME, PRECISION) \\
  BOUNDED_ENTRY((Shape<1, 2>::kThreads, 1), \\
                NAME##_rr, PRECISION, 3, copy<3, V>)
TILE(tile_8, f32)
SPMV_ENTRY(__launch_bounds__(32), plain, 3, copy<4, float>)
template <typename Sum> __device__ Sum total(Sum* sums, int length) { return sums[length]; }
SPMV_ENTRY(, totals, 2, total<int>)
`,
);

it('the parameters of entry points are found in their sources, whatever macro wrote their names', () => {
  const names = ['values', 'y', 'rows'];
  for (const name of ['copy_f64', 'copy_f32', 'copy_bf16', 'wide_f64_f32', 'tile_8_rr_f32', 'plain'])
    expect(entries.parametersOf(name), name).toEqual(names);
  expect(entries.parametersOf('whole')).toEqual(['groups', 'n']);
  expect(entries.parametersOf('totals')).toEqual(['sums', 'length']);
  for (const name of ['copy_f64_f32', 'wide_f64', 'tile_8', 'other'])
    expect(entries.parametersOf(name), name).toBeUndefined();
});

it.each([
  ['copy_f64', ['y', 'A.values'], { rows: 3 }, 'parameter 0 is values in a.cu and y in the launch'],
  ['copy_f64', ['A.value', 'y'], { rows: 3 }, 'parameter 0 is values in a.cu and value in the launch'],
  ['copy_f64', ['A.values', 'y'], {}, 'parameter 2 is rows in a.cu and not there in the launch'],
  ['copy_f64', ['A.values', 'y'], { rows: 3, cols: 4 }, 'parameter 3 is not there in a.cu and cols in the launch'],
  ['copy_f16', ['A.values', 'y'], { rows: 3 }, 'a.cu has no such entry point'],
] as const)('%s, given %s and %s, is refused: %s', (entryPoint, buffers, numbers, why) => {
  const launch = { entryPoint, arguments: cudaArguments(buffers, numbers) };
  const good = { entryPoint: 'copy_f64', arguments: cudaArguments(['values = A.other', 'y'], { rows: 3 }) };
  checkEntries('cuda/acme/a', [good], entries);
  let thrown: unknown;
  try {
    checkEntries('cuda/acme/a', [good, launch], entries);
  } catch (error) {
    thrown = error;
  }
  expect(isSpmvError(thrown, 'KERNEL.PROGRAM_INVALID')).toBe(true);
  expect((thrown as Error).message).toBe(`Kernel 'cuda/acme/a', launch '${entryPoint}': ${why}.`);
});
