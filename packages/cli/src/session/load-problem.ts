import type { AnyCoo, Operation, Sizes } from '@spmv/core';
import { createWorkload, operationOptions, precisionOf, PRECISIONS, withComponents } from '@spmv/core';
import type { LoadedDense, LoadedProblem } from '@spmv/engine';
import { productBytes } from '@spmv/engine';
import { usageError } from '../cli-error.ts';
import { requireMemory } from '../host/require-memory.ts';
import { isShapeless, loadDense, withShape } from '../matrices/dense.ts';
import type { LoadedMatrix, LoadOptions } from '../matrices/load-matrix.ts';
import { loadAnyMatrix } from '../matrices/load-matrix.ts';
import type { MatrixSource } from '../matrices/matrix-source.ts';
import type { AnyOperation } from './any-operation.ts';
import { hasMatrix } from './any-operation.ts';
import type { CommandSelection } from './selection.ts';
import { sizesWith } from './given-operands.ts';

/** What a run computes on, understood before anything is read. */
export interface ProblemSource {
  /** Undefined where the operation has no stored matrix. */
  readonly matrix: MatrixSource | undefined;
  /** The same in memory already: read once for several runs. */
  readonly loaded?: LoadedMatrix<AnyCoo>;
  /** Sizes of the operation's own that were asked for. */
  readonly sizes: Sizes;
}

/** The same, read and made. */
export type ReadProblem = LoadedProblem<LoadedMatrix<AnyCoo>>;

/** `m=512 n=512 k=512`. A size whose default is 1 counts what there usually is one of, and is said only where it is another. */
function sizesText(operation: Operation, sizes: Sizes): string {
  return Object.entries(operation.sizes)
    .map(([name, { default: usual }]) => [name, sizes[name] ?? usual, usual] as const)
    .filter(([, value, usual]) => value !== 1 || usual !== 1)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function layoutsText({ layouts = {} }: CommandSelection): string {
  return Object.entries(layouts)
    .map(([name, { order = 'row', leadingDimension, batchStride }]) =>
      [
        `${name}=${order}`,
        ...(leadingDimension === undefined ? [] : [`ld=${leadingDimension}`]),
        ...(batchStride === undefined ? [] : [`stride=${batchStride}`]),
      ].join(','),
    )
    .join(' ');
}

/**
 * Each of these matrices, or none where the operation stores none, in each of the sizes asked for. Errors: usage for matrices that the
 * operation has no use for, or none where it has.
 */
export function problemSources(
  operation: AnyOperation,
  selection: CommandSelection,
  matrices: readonly MatrixSource[],
): readonly ProblemSource[] {
  const { id, formula } = operation;
  const { sizes = [{}] } = selection;
  const stores = hasMatrix(operation, selection.options);
  if (stores && matrices.length === 0)
    throw usageError(
      `Operation '${id}' needs a matrix: ${formula}.`,
      'Name a file, a generator or one of spmv matrices.',
    );
  if (!stores && matrices.length > 0)
    throw usageError(
      `Operation '${id}' has no stored matrix, so it has no use for ${matrices[0]?.text ?? ''}: ${formula}.`,
      'Give its operands with --operand NAME=FILE, or its sizes with --size.',
    );
  const sources = stores ? matrices : [undefined];
  return sources.flatMap((matrix) => sizes.map((own) => ({ matrix, sizes: own })));
}

/** What a problem is called before it is read. */
export function problemText({ matrix, sizes }: ProblemSource): string {
  return withSizes(matrix?.text, sizes);
}

/** The same for people: a file by its name. */
export function problemName({ matrix, sizes }: ProblemSource): string {
  return withSizes(matrix?.name, sizes);
}

function withSizes(matrix: string | undefined, sizes: Sizes): string {
  const asked = Object.entries(sizes).map(([name, value]) => `${name}=${value}`);
  return [...(matrix === undefined ? [] : [matrix]), ...asked].join(' ');
}

/** The entries as products take them: a real matrix as a complex one where complex precisions alone are asked for. */
function entriesFor(coo: AnyCoo, { precisions }: CommandSelection): AnyCoo {
  const isAsked = precisions?.every((one) => PRECISIONS[one].components === 2) ?? false;
  return withComponents(coo, isAsked ? 2 : 1);
}

/**
 * Reads the stored matrix of a problem, where its operation has one, and the operands that were given; sizes nobody named are theirs.
 *
 * `products`: those that are going to be checked. Errors: those of reading; bad input where sizes disagree; failed where the operands would not fit, before they are made.
 */
export async function loadProblem(
  operation: Operation,
  selection: CommandSelection,
  source: ProblemSource,
  { products = 1, ...options }: LoadOptions & { readonly products?: number },
): Promise<ReadProblem> {
  const start = performance.now();
  const matrix = source.loaded ?? (source.matrix && (await loadAnyMatrix(source.matrix, options)));
  const coo = matrix && entriesFor(matrix.coo, selection);
  const components = coo?.components ?? 1;
  const operands = Object.entries(selection.operands ?? {});
  const own = matrix ? undefined : options.reading?.matrix;
  const loaded: Record<string, LoadedDense> = {};
  for (const [name, one] of operands)
    if (!isShapeless(one)) loaded[name] = await loadDense(one, options, own, components);
  const variant = operationOptions(operation, selection.options);
  const ofMatrix: Sizes = matrix ? { ...matrix.coo.shape, nnz: matrix.coo.colIndex.length } : {};
  const sizes = sizesWith(operation, variant, { asked: source.sizes, matrix: ofMatrix, given: loaded });
  const { layouts = {} } = selection;
  const workload = createWorkload(operation, coo, { options: variant, sizes, layouts });
  const text = sizesText(operation, workload.sizes);
  const name = [matrix?.name ?? '', text, layoutsText(selection)].filter((part) => part !== '').join(' ');
  requireMemory(
    `The operands of one product with ${name}`,
    productBytes(workload, [{ backend: '', precision: precisionOf('f64', components) }], products),
  );
  for (const slot of workload.signature.buffers) {
    const one = selection.operands?.[slot.name];
    if (!one || !isShapeless(one)) continue;
    const { rows, cols } = slot.layout ?? { rows: slot.length, cols: 1 };
    loaded[slot.name] = await loadDense(withShape(one, rows, cols), options, undefined, components);
  }
  const readMs = matrix && operands.length === 0 ? matrix.readMs : performance.now() - start;
  return { name, source: problemText(source) || name, matrix, workload, given: loaded, readMs };
}
