import type { KernelContext, Precision, WasmArgument, WasmProgram } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { byElementBlocks, elementBlocks } from '../element-blocks.ts';
import { namedArguments } from '../operands.ts';
import { hasPairs } from '../precisions.ts';
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

/** What names of functions end with: `F64`, `F32`, `C128`, `C64`. */
const suffixOf = (precision: Precision): string => precision.toUpperCase();
const addresses = (names: Readonly<Record<string, string | undefined>>): Arguments =>
  Object.fromEntries(Object.entries(names).map(([name, given]) => [name, given ?? NONE]));
/** A number that the program decides. */
export const decided = (value: number, precision: Precision): WasmArgument =>
  hasPairs(precision) ? [value, 0] : value;
const numbersOf = (name: string, factor: VectorFactor | undefined, precision: Precision): Arguments => ({
  ...addresses({ [name]: factor?.of, [`${name}Over`]: factor?.over }),
  [`${name}Times`]: typeof factor?.times === 'string' ? factor.times : decided(factor?.times ?? 1, precision),
});

/** A pass over n elements by the functions `pass…` and `total…`: operands by what they are to the formula, its factors, its way, and the blocks. */
export function calledPass(pass: VectorPass, { sizes, precision: { precision } }: KernelContext): CalledPasses {
  const { first, weights, second, moved, into, other, squares, by, share, step, sums } = pass;
  const blocks = elementBlocks(sizes['n'] ?? 0);
  const suffix = suffixOf(precision);
  return {
    scratch: sumsScratch(sums, blocks.count, PRECISIONS[precision].components),
    passes: [
      {
        export: `pass${suffix}`,
        arguments: {
          ...addresses({ first, weights: weights ?? squares, second, moved, into, other }),
          sums: sums.length > 0 ? 'scratch.sums' : NONE,
          ...numbersOf('by', by, precision),
          ...numbersOf('share', share, precision),
          ...numbersOf('step', step, precision),
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
export function calledNumber(form: Form, { precision: { precision } }: Pick<KernelContext, 'precision'>): CalledPasses {
  const { inputs, scalars } = FORMS[form];
  return {
    passes: [
      {
        export: `number${suffixOf(precision)}`,
        arguments: {
          form: FORM_NAMES.indexOf(form),
          ...addresses({ a: inputs[0], b: inputs[1], c: inputs[2], d: inputs[3] }),
          s: 's',
          alpha: scalars[0] ?? decided(1, precision),
          beta: scalars[1] ?? decided(1, precision),
        },
        partition: { unit: 'numbers', count: 1 },
      },
    ],
  };
}
