import type { Kernel, KernelContext, NativeArgument, NativePass, NativeProgram } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { byElementBlocks, elementBlocks, fullPrecisionsOf, nativeSuffix } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import { NONE, totalPass } from './total.ts';

/** An operation of @spmv/vectors that passes over vectors; it is named and not imported, as formats are. */
interface VectorOperation {
  readonly id: string;
  /** Its options, by the sums that each ends in. */
  readonly variants: readonly {
    readonly options: Readonly<Record<string, string>>;
    readonly sums: readonly ('s' | 't')[];
  }[];
  /** What its function takes before the numbers that all of them do. `has` an operand, or gives no address. */
  arguments(
    has: (name: string, isThere: boolean) => NativeArgument,
    variant: { readonly isScaled: boolean; readonly sums: readonly string[] },
  ): readonly NativeArgument[];
}

const SUMS = { none: [], dot: ['s'], norm: ['t'], 'dot-norm': ['s', 't'] } as const;
const endings = (...all: readonly (keyof typeof SUMS)[]): VectorOperation['variants'] =>
  all.map((ending) => ({ options: { ending }, sums: SUMS[ending] }));

const OPERATIONS: readonly VectorOperation[] = [
  {
    id: 'linear',
    variants: endings('none', 'dot', 'norm', 'dot-norm'),
    arguments: (has, { sums }) => ['x', 'a', 'y', 'b', has('z', sums.includes('s')), has('t', sums.includes('t'))],
  },
  { id: 'advance', variants: [{ options: {}, sums: [] }], arguments: () => ['p', 'a', 'x', 'r', 'b'] },
  {
    id: 'descend',
    variants: [
      { options: { residual: 'plain' }, sums: ['t'] },
      { options: { residual: 'scaled' }, sums: ['s', 't'] },
    ],
    arguments: (has, { isScaled }) => ['q', 'a', 'c', 'r', has('d', isScaled)],
  },
  {
    id: 'conjugate',
    variants: ['plain', 'scaled'].map((residual) => ({ options: { residual }, sums: [] })),
    arguments: (has, { isScaled }) => ['p', 'a', 'c', 'b', 'x', 'r', has('d', isScaled)],
  },
  {
    id: 'hadamard',
    variants: endings('none', 'dot'),
    arguments: (has, { sums }) => ['d', 'x', 'y', has('s', sums.includes('s'))],
  },
  {
    id: 'dots',
    variants: endings('dot', 'norm', 'dot-norm'),
    arguments: (has, { sums }) => ['x', has('z', sums.includes('s')), has('t', sums.includes('t'))],
  },
];

/** Whether an operation's function takes a place for sums, also where none is added up. */
const SUMMING = new Set(['linear', 'descend', 'hadamard', 'dots']);

/** Forms of `scalar`: what each reads, and its numbers of the host. */
const FORMS: Readonly<Record<string, readonly [operands: readonly string[], scalars: readonly string[]]>> = {
  quotient: [['a', 'b'], ['delta']],
  product: [['a', 'b'], ['delta']],
  sum: [
    ['a', 'b'],
    ['alpha', 'beta'],
  ],
  root: [['a'], ['delta']],
  ratio: [['a', 'b', 'c', 'd'], ['delta']],
  hypot: [['a', 'b'], []],
  copy: [['a'], []],
};

function kernelOf(
  operation: string,
  options: Readonly<Record<string, string>>,
  title: string,
  program: (context: KernelContext) => NativeProgram,
): Kernel<'native'> {
  return {
    kind: 'kernel',
    id: [`native/${operation}`, ...Object.values(options)].join('-'),
    operation,
    options,
    target: 'native',
    title,
    sources: [],
    precisions: fullPrecisionsOf('native'),
    reproducibility: 'run-to-run',
    requires: ['node-api'],
    params: NO_PARAMS,
    program,
  };
}

function passOf(
  build: NativeBuild,
  operation: VectorOperation,
  variant: VectorOperation['variants'][number],
): Kernel<'native'> {
  const { options, sums } = variant;
  const has = (name: string, isThere: boolean): NativeArgument => (isThere ? name : NONE);
  return kernelOf(operation.id, options, 'Blocks of elements, as many at a time as a vector has lanes', (context) => {
    const blocks = elementBlocks(context.sizes['n'] as number);
    const pass: NativePass = {
      module: FUNCTIONS.href,
      export: leveled(build, `${operation.id}${nativeSuffix(context)}`),
      arguments: [
        ...operation.arguments(has, { isScaled: options['residual'] === 'scaled', sums }),
        ...(SUMMING.has(operation.id) ? [has('scratch.sums', sums.length > 0)] : []),
        'n',
        blocks.size,
        ...(operation.id === 'linear' ? ['alpha', 'beta'] : []),
        'begin',
        'end',
      ],
      partition: byElementBlocks(blocks),
    };
    if (sums.length === 0) return { passes: [pass] };
    return {
      scratch: { sums: { element: 'f64', length: 2 * blocks.count } },
      passes: [pass, totalPass(build, context, sums, blocks.count)],
    };
  });
}

/** Kernels of the operations of @spmv/vectors but `gather`: on a processor nothing is waited for that it would spare. */
export function vectorKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return [
    ...OPERATIONS.flatMap((operation) => operation.variants.map((variant) => passOf(build, operation, variant))),
    ...Object.entries(FORMS).map(([form, [operands, scalars]]) =>
      kernelOf('scalar', { form }, 'One number', (context) => ({
        passes: [
          {
            module: FUNCTIONS.href,
            export: leveled(build, `scalar${form.charAt(0).toUpperCase()}${form.slice(1)}${nativeSuffix(context)}`),
            arguments: [...operands, 's', ...scalars],
            partition: { unit: 'numbers', count: 1 },
          },
        ],
      })),
    ),
  ];
}
