import type {
  Kernel,
  KernelContext,
  NamedArrays,
  NativeArgument,
  NativeProgram,
  Params,
  ParamSpace,
  StoredMatrix,
} from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { byRowBlocks, nativeSuffix, rowBlocks, rowBlockStarts, rowOrder, rowOrderParams } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { KREUTZER_GHOST } from './sources.ts';
import { NONE, totalPass } from './total.ts';

/** What the products of `fused` may end in, and the sums that each writes. */
const ENDINGS = { dot: ['s'], norm: ['t'], 'dot-norm': ['s', 't'], axpy: [] } as const;
type Ending = keyof typeof ENDINGS;

/** What differs by format. */
interface StoredRows {
  readonly format: string;
  readonly title: string;
  readonly export: string;
  readonly arrays: readonly NativeArgument[];
  /** What comes after the arguments of the ending. */
  readonly numbers: readonly NativeArgument[];
  readonly params: ParamSpace<KernelContext>;
  analyse(matrix: StoredMatrix, context: KernelContext, params: Params): NamedArrays;
}

const FORMATS: readonly StoredRows[] = [
  {
    format: 'csr',
    title: 'CSR, blocks of rows, as many entries at a time as a vector has lanes',
    export: 'fusedCsr',
    arrays: ['A.rowStart', 'A.colIndex', 'A.values', 'auxiliary.choice', 'auxiliary.order'],
    numbers: ['rows'],
    params: rowOrderParams,
    analyse: (matrix, context, params) => ({
      ...rowBlockStarts(matrix, context),
      ...rowOrder(matrix, context, params),
    }),
  },
  {
    format: 'sell',
    title: 'Sliced ELLPACK, blocks of slices, a row in each lane',
    export: 'fusedSell',
    arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
    numbers: ['param.C', 'param.sigma', 'rows', 'A.slices'],
    params: NO_PARAMS,
    analyse: rowBlockStarts,
  },
];

function programOf(build: NativeBuild, rows: StoredRows, ending: Ending, context: KernelContext): NativeProgram {
  const blocks = rowBlocks(context.matrix);
  const sums: readonly ('s' | 't')[] = ENDINGS[ending];
  const updates = ending === 'axpy';
  return {
    scratch: { sums: { element: 'f64', length: 2 * (sums.length > 0 ? blocks.count : 0) } },
    passes: [
      {
        module: FUNCTIONS.href,
        export: leveled(build, `${rows.export}${nativeSuffix(context)}`),
        arguments: [
          ...rows.arrays,
          'x',
          'y',
          sums.includes('s') ? 'z' : NONE,
          sums.includes('t') ? 't' : NONE,
          ...(updates ? ['gamma', 'w'] : [NONE, NONE]),
          'scratch.sums',
          ...rows.numbers,
          blocks.size,
          'alpha',
          'beta',
          updates ? 'delta' : 1,
          'begin',
          'end',
        ],
        partition: byRowBlocks(blocks),
      },
      ...(sums.length > 0 ? [totalPass(build, context, sums, blocks.count)] : []),
    ],
  };
}

/** Kernels of the operation `fused` of @spmv/fused, which is named and not imported, as formats are. */
export function fusedKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return FORMATS.flatMap((rows) =>
    (Object.keys(ENDINGS) as Ending[]).map((ending) => ({
      kind: 'kernel' as const,
      id: `native/fused-${rows.format}-${ending}`,
      operation: 'fused',
      options: { ending },
      target: 'native' as const,
      format: rows.format,
      title: rows.title,
      sources: [KREUTZER_GHOST],
      precisions: PRECISIONS,
      reproducibility: 'run-to-run' as const,
      requires: ['node-api'],
      params: rows.params,
      analyse: rows.analyse,
      program: (context: KernelContext) => programOf(build, rows, ending, context),
    })),
  );
}
