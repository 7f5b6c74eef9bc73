import type { Kernel } from '@spmv/core';
import type { ToyParts } from './toy-backend.ts';
import type { ToyArrays } from './toy-format.ts';
import type { ToyFunction } from './toy-kernel.ts';
import { eachEntry, finish, product, rowSum, toyKernel } from './toy-kernel.ts';

/** A broken kernel, and the end of the id of a case that must catch it. */
export interface KernelMutant {
  readonly name: string;
  readonly caughtBy: string;
  readonly message?: string; // A part of the message, where it should name something.
  readonly kernel?: Partial<Kernel<'js', { readonly chunk: number }>>;
  /** Made anew for each test: some mutants remember things. */
  parts?(): Partial<ToyParts>;
}

function mutant(name: string, caughtBy: string, run: ToyFunction, more: Partial<KernelMutant> = {}): KernelMutant {
  return { name, caughtBy, parts: () => ({ product: run }), ...more };
}

/** Rows whose sum is `sum(i)`. */
function rowwise(sum: (args: Parameters<ToyFunction>[0], i: number) => number): ToyFunction {
  return (args) => {
    for (let i = args.begin; i < args.end; i++) finish(args, i, sum(args, i));
  };
}

/** A product whose sums run forwards or backwards by turns. */
function unsteady(turn: (args: Parameters<ToyFunction>[0], call: number) => boolean): ToyFunction {
  let calls = 0;
  return (args) => {
    const backwards = turn(args, calls++);
    for (let i = args.begin; i < args.end; i++) {
      const terms: number[] = [];
      eachEntry(args, i, (slot, j) => terms.push((args.arrays.values[slot] as number) * (args.x[j] as number)));
      const sum = (backwards ? terms.reverse() : terms).reduce((before, term) => before + term, 0);
      finish(args, i, sum);
    }
  };
}

/** A product that remembers the arrays of the first operator. */
function forgetful(): ToyFunction {
  let arrays: ToyArrays | undefined;
  return (args) => {
    arrays ??= args.arrays;
    product({
      ...args,
      arrays,
      scalars: { stride: arrays.rowLength.length === 0 ? 0 : arrays.colIndex.length / arrays.rowLength.length },
    });
  };
}

function counting(): NonNullable<KernelMutant['kernel']> {
  let programs = 0;
  return {
    program: ({ matrix }) => ({
      passes: [
        { module: `toy:${programs++}`, export: 'product', partition: { unit: 'rows', count: matrix.shape.rows } },
      ],
    }),
  };
}

/** @public Rows 0..end whatever `begin` says: right as long as there is one range. */
export const fromTheStart: ToyFunction = (args) => product({ ...args, begin: 0 });

/** @public Rows begin + 1..end of every range but the first. */
export const fromTheSecond: ToyFunction = (args) => product({ ...args, begin: args.begin === 0 ? 0 : args.begin + 1 });

function fromModule(name: string): NonNullable<KernelMutant['kernel']> {
  return {
    program: ({ matrix }) => ({
      passes: [{ module: import.meta.url, export: name, partition: { unit: 'rows', count: matrix.shape.rows } }],
    }),
  };
}

export const kernelMutants: readonly KernelMutant[] = [
  mutant('ignores beta', 'f64/alpha-beta/wide', (args) => product({ ...args, beta: 0 })),
  mutant('takes beta for 1', 'f64/product/wide', (args) => product({ ...args, beta: args.beta === 0 ? 0 : 1 })),
  mutant('ignores alpha', 'f64/alpha-beta/wide', (args) => product({ ...args, alpha: 1 })),
  mutant(
    'reads y at beta 0',
    'f64/beta-zero/nan',
    (args) => {
      for (let i = args.begin; i < args.end; i++)
        args.y[i] = args.alpha * rowSum(args, i) + args.beta * (args.y[i] as number);
    },
    { message: 'y is not read' },
  ),
  mutant('adds to y at beta 0', 'f64/beta-zero/finite', (args) =>
    product({ ...args, beta: args.beta === 0 ? 1 : args.beta }),
  ),
  mutant('drops the last row', 'f64/product/one-row', (args) =>
    product({ ...args, end: args.end === args.rows ? args.end - 1 : args.end }),
  ),
  mutant(
    'drops rows past a multiple of 32',
    'f64/product/size-33',
    (args) => product({ ...args, end: args.rows > 32 ? Math.min(args.end, args.rows - (args.rows % 32)) : args.end }),
    { message: 'size-33' },
  ),
  mutant('does not write empty rows', 'f64/product/middle-rows-empty', (args) => {
    for (let i = args.begin; i < args.end; i++)
      if ((args.arrays.rowLength[i] as number) > 0) finish(args, i, rowSum(args, i));
  }),
  mutant(
    'padding reads column 0',
    'f64/padding/nonfinite/wide',
    rowwise((args, i) => {
      const stride = args.scalars['stride'] as number;
      let sum = 0;
      for (let slot = i * stride; slot < (i + 1) * stride; slot++) {
        sum +=
          (args.arrays.values[slot] as number) * (args.x[Math.max(0, args.arrays.colIndex[slot] as number)] as number);
      }
      return sum;
    }),
    { message: 'x reaches only the rows' },
  ),
  mutant(
    'skips stored zeros',
    'f64/padding/nonfinite/stored-zeros',
    rowwise((args, i) => {
      let sum = 0;
      eachEntry(
        args,
        i,
        (slot, j) =>
          (sum += args.arrays.values[slot] === 0 ? 0 : (args.arrays.values[slot] as number) * (args.x[j] as number)),
      );
      return sum;
    }),
  ),
  mutant(
    'rows and columns swapped',
    'f64/product/tall',
    (args) => product({ ...args, end: Math.min(args.end, args.cols) }),
    { message: 'tall' },
  ),
  mutant('transposed', 'f64/product/equal-rows', (args) => {
    for (let i = args.begin; i < args.end; i++) finish(args, i, 0);
    for (let i = args.begin; i < args.end; i++) {
      eachEntry(args, i, (slot, j) => {
        if (j < args.rows)
          args.y[j] =
            (args.y[j] as number) +
            args.alpha * (args.arrays.values[slot] as number) * (args.x[Math.min(i, args.cols - 1)] as number);
      });
    }
  }),
  mutant(
    'is only right for square matrices',
    'f64/product/wide',
    rowwise((args, i) => {
      let sum = 0;
      eachEntry(
        args,
        i,
        (slot, j) => (sum += (args.arrays.values[slot] as number) * (args.x[Math.min(j, args.rows - 1)] as number)),
      );
      return sum;
    }),
  ),
  mutant(
    'mutates x',
    'f64/inputs/operands',
    (args) => {
      product(args);
      if (args.begin === 0 && args.x.length > 0) args.x[0] = (args.x[0] as number) * 2;
    },
    { message: 'x[0] was' },
  ),
  mutant('mutates A on the device', 'f64/sequence/repeat', (args) => {
    product(args);
    if (args.begin === 0) args.arrays.values[0] = (args.arrays.values[0] as number) * 2;
  }),
  {
    name: 'mutates A on the host',
    caughtBy: 'f64/inputs/matrix',
    message: 'of A changed',
    parts: () => ({
      copyArrays: (arrays) => arrays,
      product: (args) => {
        product(args);
        // Invisible in the results: the padding is never multiplied.
        const slot = args.arrays.colIndex.indexOf(-1);
        if (slot >= 0) args.arrays.values[slot] = 1;
      },
    }),
  },
  mutant('skips zeros of x', 'f64/infinite-entry', (args) => {
    const { colIndex, values: all } = args.arrays;
    const values = all.map((value, slot) => (args.x[colIndex[slot] ?? -1] === 0 ? 0 : value));
    product({ ...args, arrays: { ...args.arrays, values } });
  }),
  { name: 'does not copy A', caughtBy: 'f64/inputs/matrix-copied', parts: () => ({ copyArrays: (arrays) => arrays }) },
  mutant(
    'f32 sums claimed as f64',
    'f32/accumulator',
    rowwise((args, i) => {
      let sum = 0;
      eachEntry(
        args,
        i,
        (slot, j) =>
          (sum = Math.fround(sum + Math.fround((args.arrays.values[slot] as number) * (args.x[j] as number)))),
      );
      return sum;
    }),
    { message: 'Sums are kept in the accumulator' },
  ),
  mutant(
    'f32 sums in f64 products',
    'f64/product/wide',
    rowwise((args, i) => Math.fround(rowSum(args, i))),
  ),
  {
    name: 'not repeatable, claimed bitwise',
    caughtBy: 'f64/reproducibility',
    parts: () => ({ product: unsteady((_args, call) => call % 2 === 1) }),
  },
  {
    name: 'depends on parameters, claimed bitwise',
    caughtBy: 'f64/reproducibility',
    parts: () => ({ product: unsteady((args) => args.kernelParams['chunk'] === 16) }),
  },
  {
    name: 'leaks state between operators',
    caughtBy: 'f64/sequence/two-operators',
    parts: () => ({ product: forgetful() }),
  },
  { name: 'impure program', caughtBy: 'f64/program/pure', kernel: counting() },
  {
    name: 'program modifies its parameters',
    caughtBy: 'f64/program/pure',
    kernel: {
      program: (context, params) => {
        (params as { chunk: number }).chunk = 1;
        return toyKernel.program(context, params);
      },
    },
  },
  {
    name: 'repeats rows of other ranges',
    caughtBy: 'f64/partition',
    message: 'both write y[0]',
    kernel: fromModule('fromTheStart'),
  },
  {
    name: 'skips the first row of later ranges',
    caughtBy: 'f64/partition',
    message: 'Any division of a pass into ranges',
    kernel: fromModule('fromTheSecond'),
  },
  {
    name: 'exports no function',
    caughtBy: 'f64/partition',
    message: 'exports no function',
    kernel: fromModule('missing'),
  },
  {
    name: 'rejects without a reason',
    caughtBy: 'f64/product/one-row',
    kernel: { params: { ...toyKernel.params, reject: ({ chunk }) => (chunk > 1 ? ' ' : undefined) } },
  },
  {
    name: 'default off its axis',
    caughtBy: 'f64/declaration',
    kernel: { params: { axes: { chunk: { values: [1, 16], default: 2, doc: 'Rows.' } } } },
  },
  {
    name: 'undocumented parameter',
    caughtBy: 'f64/declaration',
    kernel: { params: { axes: { chunk: { values: [1, 16], default: 1, doc: '' } } } },
  },
  { name: 'another target in its id', caughtBy: 'f64/declaration', kernel: { id: 'wasm/toy/padded' } },
  { name: 'claims no memory', caughtBy: 'f64/memory', parts: () => ({ bytes: () => 0 }) },
  {
    name: 'frees what another operator uses',
    caughtBy: 'f64/sequence/prepared-twice',
    parts: () => {
      const kept = new Map<unknown, Readonly<Record<string, Int32Array>>>();
      return {
        copyArrays: (arrays) => {
          const found =
            kept.get(arrays) ??
            Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice() as Int32Array]));
          kept.set(arrays, found);
          return found;
        },
        release: (arrays) => {
          for (const array of Object.values(arrays)) array.fill(0);
        },
      };
    },
  },
];
