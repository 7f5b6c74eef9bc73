import type { Operation, Sizes } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import { matrixGenerators } from '@spmv/testkit';
import { usageError } from '../../cli-error.ts';
import { promised } from '../../discovery/candidate.ts';
import { loadNeeded } from '../../discovery/needed.ts';
import type { Context } from '../../documents/context.ts';
import type { Selection } from '../../engine/selection.ts';
import type { Session } from '../../engine/session.ts';
import { parseGeneratorSpec } from '../../matrices/generator-spec.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { parseInteger } from '../flags/values.ts';

/** Points of a curve that run together. */
export interface Leg {
  readonly selection: Selection;
  /** The stored matrices, as written; none where the operation stores none. */
  readonly matrices: readonly string[];
}

/** What a curve is over, and where its points come from. */
export interface Curve {
  /** A parameter, an option of a generator, or sizes: `m=n=k` for those that are alike, else `m,n`. */
  readonly axis: string;
  readonly legs: readonly Leg[];
  /** The operation without a stored matrix whose curve is drawn beside. */
  readonly against?: string;
}

/** What of the command line decides about it. */
export interface CurveFlags {
  readonly values?: readonly string[];
  readonly generator?: string;
  readonly against?: string;
  readonly kernel?: readonly string[];
}

/** What the curves over density and size are made of, as in the papers. */
const SERIES = {
  density: { generator: 'gen:random?rows=2048&seed=1', values: ['0.001', '0.003', '0.01', '0.03', '0.1', '0.3'] },
  size: { generator: 'gen:stencil27', values: ['8', '12', '16', '24', '32', '48'] },
} as const;
const SIZES: readonly string[] = ['64', '128', '256', '512'];
/** The same beside a matrix, which is large already. */
const SIZES_BESIDE: readonly string[] = ['1', '2', '4', '8', '16', '32', '64'];
/** The papers' dense product; drawn where it is installed. */
const DENSE_OPERATION = 'gemm';

/** What of a sweep is a series of generated problems rather than a parameter. */
export const SERIES_NAMES: readonly string[] = Object.keys(SERIES);

function withQuery(generator: string, key: string, value: string): string {
  return `${generator}${generator.includes('?') ? '&' : '?'}${key}=${value}`;
}

/** The option of a generator that is its size: the one that is required. Errors: usage. */
function sizeKey(generator: string): string {
  const { generator: name } = parseGeneratorSpec(generator.replace(/^gen:/, ''));
  const options = matrixGenerators.find((one) => one.name === name)?.options ?? {};
  const found = Object.entries(options).find(([, { required }]) => required !== undefined);
  if (found) return found[0];
  throw usageError(`There is no generator '${name}'.`, 'spmv matrices lists the generators.');
}

/** The names of sizes that differ between problems. */
function varying(sizes: readonly Sizes[]): readonly string[] {
  const names = new Set(sizes.flatMap(Object.keys));
  return [...names].filter((name) => new Set(sizes.map((one) => one[name])).size > 1);
}

/** A curve over the sizes of an operation's own, on that matrix if it stores one: those of `--size`, or all that are left, alike, over the values. */
function overSizes({ operation, selection }: Session, { values }: CurveFlags, matrix?: string): Curve {
  const matrices = matrix === undefined ? [] : [matrix];
  const { sizes = [{}] } = selection;
  const axes = varying(sizes);
  if (axes.length > 0) {
    if (values === undefined) return { axis: axes.join(','), legs: [{ selection, matrices }] };
    throw usageError('The points are given twice, by --size and by --values.', 'Leave out one of them.');
  }
  const [fixed = {}] = sizes;
  const alike = Object.entries(operation.sizes)
    .filter(([name, { default: usual }]) => usual !== 1 && fixed[name] === undefined)
    .map(([name]) => name);
  if (alike.length === 0)
    throw usageError('Every size is fixed by --size, so there is no curve.', 'Give several: --size n=64,128.');
  const points = (values ?? (matrix === undefined ? SIZES : SIZES_BESIDE)).map(parseInteger);
  const swept = points.map((value) => ({ ...fixed, ...Object.fromEntries(alike.map((name) => [name, value])) }));
  return { axis: alike.join('='), legs: [{ selection: { ...selection, sizes: swept }, matrices }] };
}

/** A curve over the density of all operands that are read, of an operation without a stored matrix. */
function overOperands({ operation, selection }: Session, { values, generator = 'gen:dense' }: CurveFlags): Curve {
  const dense = operation
    .operands(operationOptions(operation, selection.options))
    .flatMap((one) => (one.role === 'dense' && one.access === 'read' ? [one.name] : []));
  const legs = (values ?? SERIES.density.values).map((value): Leg => {
    const source = matrixSource(withQuery(generator, 'density', value));
    const made = Object.fromEntries(dense.map((name) => [name, source]));
    return { selection: { ...selection, operands: { ...made, ...selection.operands } }, matrices: [] };
  });
  return { axis: 'density', legs };
}

/** The operation to draw beside: as asked, else the usual one where it is there and nothing but SpMV was asked for. */
async function denseOperation(
  context: Context,
  { against }: CurveFlags,
  { selection }: Session,
): Promise<Operation | undefined> {
  const installation = await context.discover();
  const isThere = installation.candidates.some((one) => promised(one, 'operations')?.includes(DENSE_OPERATION));
  const plain = selection.operation === undefined && selection.optionTexts === undefined;
  const id = against ?? (plain && isThere ? DENSE_OPERATION : undefined);
  if (id === undefined || id === 'none') return undefined;
  return (await loadNeeded(installation, { operation: id })).registry.operation(id);
}

/**
 * The same matrix as the dense operand of its name of another operation; sizes that it does not give are 1. Errors: usage, where there is no
 * such operand.
 */
function denseLegs(dense: Operation, session: Session, matrices: readonly string[], kernels: Kernels): readonly Leg[] {
  const { operation, selection } = session;
  const stored = operation
    .operands(operationOptions(operation, selection.options))
    .find(({ role }) => role === 'matrix');
  const operand = dense.operands(operationOptions(dense)).find(({ name }) => name === stored?.name);
  if (operand?.role !== 'dense')
    throw usageError(
      `Operation '${dense.id}' has no dense operand '${stored?.name ?? ''}' that the matrix could be.`,
      'Name another one with --against, or none.',
    );
  const others = Object.keys(dense.sizes).filter((name) => name !== operand.rows && name !== operand.cols);
  const { backends, devices, precisions } = selection;
  const ones = Object.fromEntries(others.map((name) => [name, 1]));
  return matrices.map((matrix) => ({
    matrices: [],
    selection: {
      operation: dense.id,
      sizes: [ones],
      operands: { [operand.name]: matrixSource(matrix) },
      ...(backends ? { backends } : {}),
      ...(devices ? { devices } : {}),
      ...(precisions ? { precisions } : {}),
      ...(kernels.dense ? { kernels: kernels.dense } : {}),
      params: {},
      points: 'default',
    },
  }));
}

/** The kernels asked for, by the operation that they compute; absent where none was. */
interface Kernels {
  readonly own?: readonly string[];
  readonly dense?: readonly string[];
}

function kernelsByOperation(
  asked: readonly string[] | undefined,
  dense: Operation,
  { installation }: Session,
): Kernels {
  if (!asked) return {};
  const isDense = (id: string): boolean => installation.registry.kernel(id).operation === dense.id;
  const [own, theirs] = [asked.filter((id) => !isDense(id)), asked.filter(isDense)];
  return { ...(own.length > 0 ? { own } : {}), ...(theirs.length > 0 ? { dense: theirs } : {}) };
}

/** A curve over density or size; over the operation's own sizes where a matrix is given. `session` is one that was opened with the selection of the command line. Errors: usage. */
export async function seriesOf(
  context: Context,
  what: 'density' | 'size',
  flags: CurveFlags,
  session: Session,
  matrix?: string,
): Promise<Curve> {
  const ownSizes = what === 'size' && Object.keys(session.operation.sizes).length > 0;
  if (matrix !== undefined) {
    if (ownSizes && session.storesMatrix) return overSizes(session, flags, matrix);
    throw usageError(
      `A sweep over ${what} makes its matrices itself.`,
      `Say how with --generator ${SERIES[what].generator}.`,
    );
  }
  if (!session.storesMatrix) return what === 'size' ? overSizes(session, flags) : overOperands(session, flags);
  const { generator = SERIES[what].generator, values = SERIES[what].values } = flags;
  const axis = what === 'size' ? sizeKey(generator) : 'density';
  const matrices = values.map((value) => withQuery(generator, axis, value));
  const { selection } = session;
  const dense = what === 'density' ? await denseOperation(context, flags, session) : undefined;
  if (!dense) return { axis, legs: [{ selection, matrices }] };
  const kernels = kernelsByOperation(flags.kernel, dense, session);
  const own = kernels.own ? { ...selection, kernels: kernels.own } : selection;
  return {
    axis,
    legs: [{ selection: own, matrices }, ...denseLegs(dense, session, matrices, kernels)],
    against: dense.id,
  };
}
