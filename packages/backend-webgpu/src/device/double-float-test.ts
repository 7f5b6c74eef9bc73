import { addDoubleDouble, twoProduct, twoSum } from '@spmv/core/oracle';
import type { DoubleFloatForm } from '../arithmetic/arithmetic.ts';
import { DOUBLE_FLOAT_FORMS } from '../arithmetic/arithmetic.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';
import { downloadFloats } from '../memory/transfer.ts';
import { CASES, CHAIN, doubleFloatOperands } from './double-float-cases.ts';
import type { TestBench } from './run-once.ts';
import { runOnce } from './run-once.ts';

/** What the device's double-float arithmetic is worth. */
export interface DoubleFloatReport {
  /** The cheapest form whose transforms are exact here; absent when none is: then df64 is not offered. */
  readonly form: DoubleFloatForm | undefined;
  /** Bits of the worst sum, product or dot product of the test, relative to the sizes of what was added; 0 without a form. */
  readonly bits: number;
}

/** Bits that double-float has to reach for its error bound, u = 2⁻⁴⁵, to hold. */
const REQUIRED_BITS = 45;

interface Pair {
  readonly high: number;
  readonly low: number;
}

function pairAt(words: Float32Array, index: number): Pair {
  return { high: words[2 * index] as number, low: words[2 * index + 1] as number };
}

const sizeOf = ({ high, low }: Pair): number => Math.abs(high + low);

/** Both words of an error-free transform, which f64 holds exactly. */
function isExact(got: Pair, exact: number): boolean {
  const high = Math.fround(exact);
  return got.high === high && got.low === exact - high;
}

/** (a.high + a.low)(b.high + b.low) in double-double: products of words are exact in f64. */
function exactProduct(a: Pair, b: Pair): Pair {
  const outer = addDoubleDouble({ high: a.high * b.high, low: 0 }, { high: a.low * b.low, low: 0 });
  return addDoubleDouble(outer, addDoubleDouble({ high: a.high * b.low, low: 0 }, { high: a.low * b.high, low: 0 }));
}

/** Relative error of `got` against `exact`, relative to `size`. */
function errorOf(got: Pair, exact: Pair, size: number): number {
  const difference = addDoubleDouble(addDoubleDouble(exact, { high: -got.high, low: 0 }), { high: -got.low, low: 0 });
  const error = sizeOf(difference) / size;
  return Number.isNaN(error) ? 1 : error;
}

/** Bits reached by the results of one form; 0 when a transform is not exact. */
function judgeDoubleFloat(operands: Float32Array, results: Float32Array): number {
  let worst = 2 ** -52;
  for (let k = 0; k < CASES; k++) {
    const a = pairAt(operands, 2 * k);
    const b = pairAt(operands, 2 * k + 1);
    if (!isExact(pairAt(results, 4 * k), a.high + b.high) || !isExact(pairAt(results, 4 * k + 1), a.high * b.high))
      return 0;
    const sum = addDoubleDouble(twoSum(a.high, a.low), twoSum(b.high, b.low));
    const product = exactProduct(a, b);
    worst = Math.max(
      worst,
      errorOf(pairAt(results, 4 * k + 2), sum, sizeOf(a) + sizeOf(b)),
      errorOf(pairAt(results, 4 * k + 3), product, sizeOf(product)),
    );
  }
  for (let chain = 0; chain < CASES / CHAIN; chain++) {
    let sum: Pair = twoProduct(0, 0);
    let size = 0;
    for (let k = chain * CHAIN; k < (chain + 1) * CHAIN; k++) {
      const product = exactProduct(pairAt(operands, 2 * k), pairAt(operands, 2 * k + 1));
      sum = addDoubleDouble(sum, product);
      size += sizeOf(product);
    }
    worst = Math.max(worst, errorOf(pairAt(results, 4 * CASES + chain), sum, size));
  }
  return Math.floor(-Math.log2(worst) * 10) / 10;
}

/** Runs the transforms on the device in every form, cheapest first, until one is exact. */
export async function testDoubleFloat(bench: TestBench): Promise<DoubleFloatReport> {
  const { session } = bench;
  const operands = doubleFloatOperands();
  const resultWords = 8 * CASES + (2 * CASES) / CHAIN;
  const input = await createBuffer(
    session,
    'the double-float test',
    operands.byteLength,
    BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget,
  );
  const output = await createBuffer(
    session,
    'the double-float test',
    resultWords * 4,
    BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
  );
  try {
    session.device.queue.writeBuffer(input, 0, operands);
    for (const form of DOUBLE_FLOAT_FORMS) {
      await runOnce(
        bench,
        {
          kernel: 'double-float test',
          source: { kind: 'url', url: new URL('../../src/device/double-float-test.wgsl', import.meta.url).href },
          extensions: [],
          arithmetic: { precision: 'df64', form },
          entryPoint: 'transforms',
          constants: { cases: CASES, chain: CHAIN },
          access: ['read', 'read_write'],
        },
        [input, output],
        CASES / 64,
      );
      const bits = judgeDoubleFloat(operands, await downloadFloats(session, output, resultWords));
      if (bits >= REQUIRED_BITS) return { form, bits };
    }
    return { form: undefined, bits: 0 };
  } finally {
    input.destroy();
    output.destroy();
  }
}
