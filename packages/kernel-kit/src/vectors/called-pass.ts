import type { WasmArgument, WasmProgram } from '@spmv/core';
import { byElementBlocks, elementBlocks } from '../element-blocks.ts';
import type { Form } from './forms.ts';
import { FORM_NAMES, FORMS } from './forms.ts';
import type { CalledPass } from './sums.ts';
import { calledTotal, NONE, sumsScratch } from './sums.ts';
import type { Factor, VectorPass } from './vector-passes.ts';
import { wayOf } from './ways.ts';

/** Passes in WebAssembly or compiled code, without their modules, and their scratch memory. */
export interface CalledPasses extends Pick<WasmProgram, 'scratch'> {
  readonly passes: readonly CalledPass[];
}

const address = (name: string | undefined): WasmArgument => name ?? NONE;
const numbersOf = (factor: Factor | undefined): readonly WasmArgument[] => [
  address(factor?.of),
  address(factor?.over),
  factor?.times ?? 1,
];

/** A pass over n elements by the functions `pass…` and `total…`: operands by what they are to the formula, its factors, its way, and the blocks. */
export function calledPass(pass: VectorPass, n: number, suffix: string): CalledPasses {
  const { first, weights, second, moved, into, other, squares, by, share, step, sums } = pass;
  const blocks = elementBlocks(n);
  return {
    scratch: sumsScratch(sums, blocks.count),
    passes: [
      {
        export: `pass${suffix}`,
        arguments: [
          ...[first, weights ?? squares, second, moved, into, other].map(address),
          sums.length > 0 ? 'scratch.sums' : NONE,
          ...[by, share, step].flatMap(numbersOf),
          wayOf(pass),
          'n',
          blocks.size,
          'begin',
          'end',
        ],
        partition: byElementBlocks(blocks),
      },
      ...calledTotal(sums, blocks.count, suffix),
    ],
  };
}

/** A number by the function `number…`: its form, its four inputs as far as it has them, where it goes, and its factors. */
export function calledNumber(form: Form, suffix: string): CalledPasses {
  const { inputs, scalars } = FORMS[form];
  return {
    passes: [
      {
        export: `number${suffix}`,
        arguments: [
          FORM_NAMES.indexOf(form),
          ...[0, 1, 2, 3].map((k) => address(inputs[k])),
          's',
          scalars[0] ?? 1,
          scalars[1] ?? 1,
        ],
        partition: { unit: 'numbers', count: 1 },
      },
    ],
  };
}
