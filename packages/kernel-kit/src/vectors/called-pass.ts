import type { WasmArgument, WasmProgram } from '@spmv/core';
import { byElementBlocks, elementBlocks } from '../element-blocks.ts';
import { namedArguments } from '../operands.ts';
import type { Form } from './forms.ts';
import { FORM_NAMES, FORMS } from './forms.ts';
import type { CalledPass } from './sums.ts';
import { calledTotal, NONE, sumsScratch } from './sums.ts';
import type { VectorFactor, VectorPass } from './vector-passes.ts';
import { wayOf } from './ways.ts';

/** Passes in WebAssembly or compiled code, without their modules, and their scratch memory. */
export interface CalledPasses extends Pick<WasmProgram, 'scratch'> {
  readonly passes: readonly CalledPass[];
}

type Arguments = Readonly<Record<string, WasmArgument>>;

const addresses = (names: Readonly<Record<string, string | undefined>>): Arguments =>
  Object.fromEntries(Object.entries(names).map(([name, given]) => [name, given ?? NONE]));
const numbersOf = (name: string, factor: VectorFactor | undefined): Arguments => ({
  ...addresses({ [name]: factor?.of, [`${name}Over`]: factor?.over }),
  [`${name}Times`]: factor?.times ?? 1,
});

/** A pass over n elements by the functions `pass…` and `total…`: operands by what they are to the formula, its factors, its way, and the blocks. */
export function calledPass(pass: VectorPass, n: number, suffix: string): CalledPasses {
  const { first, weights, second, moved, into, other, squares, by, share, step, sums } = pass;
  const blocks = elementBlocks(n);
  return {
    scratch: sumsScratch(sums, blocks.count),
    passes: [
      {
        export: `pass${suffix}`,
        arguments: {
          ...addresses({ first, weights: weights ?? squares, second, moved, into, other }),
          sums: sums.length > 0 ? 'scratch.sums' : NONE,
          ...numbersOf('by', by),
          ...numbersOf('share', share),
          ...numbersOf('step', step),
          way: wayOf(pass),
          n: 'n',
          size: blocks.size,
          ...namedArguments(['begin', 'end']),
        },
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
        arguments: {
          form: FORM_NAMES.indexOf(form),
          ...addresses({ a: inputs[0], b: inputs[1], c: inputs[2], d: inputs[3] }),
          s: 's',
          alpha: scalars[0] ?? 1,
          beta: scalars[1] ?? 1,
        },
        partition: { unit: 'numbers', count: 1 },
      },
    ],
  };
}
