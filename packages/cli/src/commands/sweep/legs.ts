import type { Operation, Sizes } from '@spmv/core';
import { operationOptions, spmv } from '@spmv/core';
import type { AgainstPoint } from '@spmv/engine';
import { matrixGenerators } from '@spmv/testkit';
import { usageError } from '../../cli-error.ts';
import { promised } from '../../discovery/candidate.ts';
import { loadNeeded } from '../../discovery/needed.ts';
import type { Context } from '../../documents/context.ts';
import { installed } from '../../session/check-selection.ts';
import type { BackendSession } from '../../session/session.ts';
import { parseGeneratorSpec } from '../../matrices/generator-spec.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { parseInteger } from '../flags/values.ts';
import type { Beside } from './beside.ts';
import { besideOf } from './beside.ts';
import type { CommandSelection } from '../../session/selection.ts';

/** Points of a curve that run together. */
export interface Leg {
  readonly selection: CommandSelection;
  /** The stored matrices, as written; none where the operation stores none. */
  readonly matrices: readonly string[];
}

/** What a curve is over, and where its points come from. */
export interface Curve {
  /** A parameter, an option of a generator, or sizes: `m=n=k` for those that are alike, else `m,n`. */
  readonly axis: string;
  readonly legs: readonly Leg[];
  /** What is drawn beside it. */
  readonly against?: readonly AgainstPoint[];
}

/** What of the command line decides about it. */
export interface CurveFlags {
  readonly values?: readonly string[];
  readonly generator?: string;
  readonly against?: readonly string[];
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

/** A session of an operation that makes no matrix. */
type OfVectors = BackendSession & { readonly operation: Operation };

function isOfVectors(session: BackendSession): session is OfVectors {
  return session.operation.kind === 'operation';
}

/** The names of sizes that differ between problems. */
function varying(sizes: readonly Sizes[]): readonly string[] {
  const names = new Set(sizes.flatMap(Object.keys));
  return [...names].filter((name) => new Set(sizes.map((one) => one[name])).size > 1);
}

/**
 * A curve over the sizes of an operation's own, on that matrix if it stores one: those that are given several values, or `only`, or all that
 * are left, alike, over the values.
 */
function overSizes({ operation, selection }: OfVectors, { values }: CurveFlags, matrix?: string, only?: string): Curve {
  const matrices = matrix === undefined ? [] : [matrix];
  const { sizes = [{}] } = selection;
  const axes = varying(sizes);
  if (axes.length > 0) {
    if (values === undefined) return { axis: axes.join(','), legs: [{ selection, matrices }] };
    throw usageError('The points are given twice, by --size and by --values.', 'Leave out one of them.');
  }
  const [fixed = {}] = sizes;
  const alike = Object.entries(operation.sizes)
    .filter(
      ([name, { default: usual }]) => (only === undefined ? usual !== 1 : only === name) && fixed[name] === undefined,
    )
    .map(([name]) => name);
  if (alike.length === 0)
    throw usageError('Every size is fixed by --size, so there is no curve.', 'Give several: --size n=64,128.');
  const points = (values ?? (matrix === undefined ? SIZES : SIZES_BESIDE)).map(parseInteger);
  const swept = points.map((value) => ({ ...fixed, ...Object.fromEntries(alike.map((name) => [name, value])) }));
  return { axis: alike.join('='), legs: [{ selection: { ...selection, sizes: swept }, matrices }] };
}

/** A curve over the density of all operands that are read, of an operation without a stored matrix. */
function overOperands({ operation, selection }: OfVectors, { values, generator = 'gen:dense' }: CurveFlags): Curve {
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

/** The operations to draw beside: as asked, else those of these that are there and compute the same. Errors: usage. */
async function besides(
  context: Context,
  { against }: CurveFlags,
  { operation, selection: { options } }: OfVectors,
  usual: readonly string[],
): Promise<readonly Beside[]> {
  if (against?.includes('none')) return [];
  const installation = await context.discover();
  const isThere = (id: string): boolean =>
    id === spmv.id || installation.candidates.some((one) => promised(one, 'operations')?.includes(id));
  const found: Beside[] = [];
  for (const id of against ?? usual.filter(isThere)) {
    const { registry } = await loadNeeded(installation, { operation: id });
    const beside = besideOf(operation, operationOptions(operation, options), registry.operation(id));
    if (beside) found.push(beside);
    else if (against)
      throw usageError(
        `Operation '${id}' cannot be drawn beside '${operation.id}': it has to be another one that computes ${operation.formula}.`,
        'Name another one with --against, or none.',
      );
  }
  return found;
}

/** Sizes of an operation's own, with the defaults of those that nobody named. */
function allSizes({ sizes }: Operation, given: Sizes): Sizes {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, given[name] ?? size.default]));
}

/** The kernels asked for that compute an operation; absent where none of them does. */
function kernelsOfOperation(
  asked: readonly string[] | undefined,
  { id }: Operation,
  { installation }: BackendSession,
): { readonly kernels?: readonly string[] } {
  const kernels = asked?.filter((kernel) => installed(installation.registry, 'kernel', kernel).operation === id) ?? [];
  return kernels.length === 0 ? {} : { kernels };
}

/** The same matrices with another operation: stored, or as its dense operand in each of the sizes. */
function legsBeside(beside: Beside, session: OfVectors, own: Leg, flags: CurveFlags): readonly Leg[] {
  const { backends, devices, precisions, formats } = session.selection;
  const { operation, options, matrix } = beside;
  const kernels = kernelsOfOperation(flags.kernel, operation, session);
  const texts = Object.entries(options).filter(([name, value]) => value !== operation.options[name]?.default);
  const selection: CommandSelection = {
    operation: operation.id,
    ...(texts.length > 0 ? { optionTexts: Object.fromEntries(texts.map(([name, to]) => [name, String(to)])) } : {}),
    ...(backends ? { backends } : {}),
    ...(devices ? { devices } : {}),
    ...(precisions ? { precisions } : {}),
    ...kernels,
    params: {},
    points: 'default',
  };
  if (matrix === undefined)
    return [
      { matrices: own.matrices, selection: { ...selection, ...(formats && !kernels.kernels ? { formats } : {}) } },
    ];
  const sizes = (own.selection.sizes ?? [{}]).map((one) => beside.sizesAt(allSizes(session.operation, one)));
  return own.matrices.map((stored) => ({
    matrices: [],
    selection: { ...selection, sizes, operands: { [matrix]: matrixSource(stored) } },
  }));
}

/** A curve of one leg with what is drawn beside it. */
async function withBesides(
  context: Context,
  { axis, legs: [own] }: Curve,
  flags: CurveFlags,
  session: OfVectors,
  usual: readonly string[],
): Promise<Curve> {
  if (!own) return { axis, legs: [] };
  const found = await besides(context, flags, session, usual);
  const kernels = found.length > 0 ? kernelsOfOperation(flags.kernel, session.operation, session) : {};
  const leg = { ...own, selection: { ...own.selection, ...kernels } };
  const points = found.flatMap((beside) =>
    (own.selection.sizes ?? [{}]).map((given): AgainstPoint => {
      const sizes = allSizes(session.operation, given);
      return {
        operation: beside.operation.id,
        own: sizes,
        sizes: beside.sizesAt(sizes),
        products: beside.productsAt(sizes),
      };
    }),
  );
  const legs = [leg, ...found.flatMap((beside) => legsBeside(beside, session, own, flags))];
  return { axis, legs, ...(points.length > 0 ? { against: points } : {}) };
}

/** Matrices that a generator makes for each of the values. Errors: usage, where one was named. */
function overMatrices(what: string, { selection }: BackendSession, flags: CurveFlags, matrix?: string): Curve {
  const series = what === 'density' ? SERIES.density : SERIES.size;
  const { generator = series.generator, values = series.values } = flags;
  if (matrix !== undefined)
    throw usageError(
      `A sweep over ${what} makes its matrices itself.`,
      `Say how with --generator ${series.generator}.`,
    );
  const axis = what === 'size' ? sizeKey(generator) : 'density';
  return { axis, legs: [{ selection, matrices: values.map((value) => withQuery(generator, axis, value)) }] };
}

/**
 * A curve over density, over size, or over a size of the operation's own; over all of these where a matrix is given. `session` is one that was
 * opened with the selection of the command line. Errors: usage.
 */
export async function seriesOf(
  context: Context,
  what: string,
  flags: CurveFlags,
  session: BackendSession,
  matrix?: string,
): Promise<Curve> {
  if (!isOfVectors(session)) return overMatrices(what, session, flags, matrix);
  const { operation, storesMatrix } = session;
  const only = Object.hasOwn(operation.sizes, what) ? what : undefined;
  if (matrix !== undefined || (only !== undefined && storesMatrix)) {
    const ownSizes = only !== undefined || (what === 'size' && Object.keys(operation.sizes).length > 0);
    if (!ownSizes || !storesMatrix) return overMatrices(what, session, flags, matrix);
    if (matrix === undefined)
      throw usageError(
        `A sweep over ${what} is on a matrix.`,
        `Name one: spmv sweep ${what} LF10 --operation ${operation.id}.`,
      );
    return withBesides(context, overSizes(session, flags, matrix, only), flags, session, [spmv.id]);
  }
  if (!storesMatrix)
    return what === 'density' ? overOperands(session, flags) : overSizes(session, flags, undefined, only);
  const curve = overMatrices(what, session, flags);
  return what === 'density' ? withBesides(context, curve, flags, session, [DENSE_OPERATION]) : curve;
}
