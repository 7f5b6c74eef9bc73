import type { Axis, Kernel, MatrixKernel, MatrixOperation, Operation, Params, Registry } from '@spmv/core';
import {
  formatParams,
  onAxis,
  operationOptions,
  parseParamValue,
  SpmvError,
  storesMatrix,
  suggestNames,
} from '@spmv/core';
import { DEFAULT_OPERATION, kernelsOf, matrixKernelsOf, rolesOf } from '@spmv/engine';
import { CliError, usageError } from '../cli-error.ts';
import type { OfficialKind } from '../discovery/official.ts';
import { packageOf } from '../discovery/official.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommandSelection } from './selection.ts';
import type { AnyOperation } from './any-operation.ts';
import { ownSizes } from './any-operation.ts';
import { checkOperandNames } from './given-operands.ts';

/** The kernels that compute what a selection asks for, whatever it makes. */
export function computingKernels(
  registry: Registry,
  selection: Pick<CommandSelection, 'operation' | 'options'>,
): readonly (Kernel | MatrixKernel)[] {
  const made = matrixOperationOf(registry, selection.operation);
  return made ? matrixKernelsOf(registry, made, selection.options ?? {}) : kernelsOf(registry, selection);
}

/** Axes by name, of every space that the selection may touch. */
function axesOf(registry: Registry, selection: CommandSelection): ReadonlyMap<string, readonly Axis[]> {
  const made = matrixOperationOf(registry, selection.operation);
  // Operands of a matrix operation have the usual parameters of their formats.
  const formats = made ? [] : registry.formats.filter(({ id }) => selection.formats?.includes(id) ?? true);
  const kernels = computingKernels(registry, selection).filter(({ id }) => selection.kernels?.includes(id) ?? true);
  const backends = registry.backends.filter(({ id }) => selection.backends?.includes(id) ?? true);
  const spaces = [
    ...formats.map(({ params }) => params.axes),
    ...kernels.map(({ params }) => params.axes),
    ...backends.map(({ launchParams }) => launchParams.axes),
  ];
  const axes = new Map<string, Axis[]>();
  for (const space of spaces as readonly Readonly<Record<string, Axis>>[]) {
    for (const [name, axis] of Object.entries(space)) axes.set(name, [...(axes.get(name) ?? []), axis]);
  }
  return axes;
}

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
function checkParams(registry: Registry, selection: CommandSelection): void {
  const axes = axesOf(registry, selection);
  for (const [name, texts] of Object.entries(selection.params)) {
    const found = axes.get(name);
    if (!found) {
      throw new SpmvError('PARAM.UNKNOWN', `No format, kernel or backend selected has a parameter '${name}'.`, {
        fix: suggestNames(name, axes.keys()),
      });
    }
    const wrong = texts.find((text) => !found.some((axis) => onAxis(axis, parseParamValue(axis, text))));
    if (wrong !== undefined) {
      const swept = [...new Set(found.flatMap(({ values }) => values.map(String)))];
      throw new SpmvError('PARAM.OUT_OF_RANGE', `${name}=${wrong} is possible nowhere.`, {
        fix: `Values that are tried by default: ${swept.join(', ')}.`,
      });
    }
  }
}

/** The options of the operation, read on its axes; its sizes by name. Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
function checkedOptions(
  registry: Registry,
  { operation: id = DEFAULT_OPERATION, optionTexts = {}, sizes = [] }: CommandSelection,
): Params {
  const operation = anyOperation(registry, id);
  const own = ownSizes(operation);
  for (const name of sizes.flatMap(Object.keys)) {
    if (Object.hasOwn(own, name)) continue;
    const names = Object.keys(own);
    throw new SpmvError('PARAM.UNKNOWN', `Operation '${id}' has no size '${name}'.`, {
      fix: names.length === 0 ? 'Leave out --size: its sizes are those of the matrix.' : suggestNames(name, names),
    });
  }
  return Object.fromEntries(
    Object.entries(optionTexts).map(([name, text]) => {
      const axis = operation.options[name];
      if (!axis) {
        const names = Object.keys(operation.options);
        const flag = name === 'transpose' ? 'Leave --transpose out' : `Leave --option ${name} out`;
        throw new SpmvError('PARAM.UNKNOWN', `Operation '${id}' has no option '${name}'.`, {
          fix: names.length === 0 ? `${flag}: it has none.` : suggestNames(name, names),
        });
      }
      const value = parseParamValue(axis, text);
      if (onAxis(axis, value)) return [name, value];
      throw new SpmvError('PARAM.OUT_OF_RANGE', `Operation '${id}': ${name}=${text} is not possible.`, {
        fix: `Use one of: ${axis.values.map(String).join(', ')}.`,
      });
    }),
  );
}

/** The operation of this id whose result is a stored matrix; undefined where it is none. */
export function matrixOperationOf(registry: Registry, id: string = DEFAULT_OPERATION): MatrixOperation | undefined {
  return registry.matrixOperations.find((operation) => operation.id === id);
}

/** The operation that is asked for, whatever it makes. Errors: those of {@link installedOperation}. */
export function anyOperation(registry: Registry, id: string = DEFAULT_OPERATION): AnyOperation {
  return matrixOperationOf(registry, id) ?? installedOperation(registry, id);
}

/** The operation that is asked for. Errors: unavailable, where its package is not installed; `PLUGIN.UNKNOWN_ID` for a name that nobody knows. */
export function installedOperation(registry: Registry, id: string = DEFAULT_OPERATION): Operation {
  return installed(registry, 'operation', id);
}

/** The same of an operation, a format or a kernel. */
export function installed<K extends OfficialKind>(registry: Registry, kind: K, id: string): ReturnType<Registry[K]> {
  const known = packageOf(kind, id);
  try {
    return registry[kind](id) as ReturnType<Registry[K]>;
  } catch (error) {
    // Of a package that is there the registry knows all names, and the nearest.
    if (known === undefined || registry.plugins.some(({ name }) => name === known)) throw error;
    throw new CliError(
      EXIT.unavailable,
      `${known}, which brings ${kind === 'kernel' ? 'kernels such as' : kind} '${id}', is not installed.`,
      `Run: npm install ${known}`,
    );
  }
}

/** A variant of an operation in words, and the flags that ask for it. */
function variantOf(registry: Registry, id: string = DEFAULT_OPERATION, given: Params = {}) {
  const options = operationOptions(registry.operation(id), given);
  const variant = formatParams(options);
  return {
    words: `operation '${id}'${variant === '' ? '' : ` with ${variant}`}`,
    flags: [
      `--operation ${id}`,
      ...Object.entries(options).map(([name, value]) => `--option ${name}=${String(value)}`),
    ].join(' '),
  };
}

/** Errors: usage, for kernels asked for that the rest of the selection leaves out; unavailable, where no installed backend runs their language. */
function checkKernels(registry: Registry, selection: CommandSelection, kernels: readonly Kernel[]): void {
  const { formats, backends } = selection;
  const astray = kernels.find(({ format }) => format !== undefined && formats?.includes(format) === false);
  if (astray)
    throw usageError(
      `Kernel '${astray.id}' takes format ${astray.format} and not ${formats?.join(' or ')}.`,
      `Leave out --format, or write --format ${astray.format}.`,
    );
  const [first] = kernels;
  if (!first) return;
  const computing = kernelsOf(registry, selection);
  const fitting = kernels.filter((kernel) => computing.includes(kernel));
  if (fitting.length === 0) {
    const own = variantOf(registry, first.operation, first.options);
    throw usageError(
      `Kernel '${first.id}' computes ${own.words} and not ${variantOf(registry, selection.operation, selection.options).words}.`,
      `Write ${own.flags} in place of its other options.`,
    );
  }
  const wanted = backends?.map((id) => registry.backends.find((backend) => backend.id === id)) ?? registry.backends;
  // What is said of one that is not there is why it is not.
  if (wanted.some((one) => one === undefined || fitting.some(({ target }) => one.targets.includes(target)))) return;
  const able = registry.backends.flatMap(({ id, targets }) => (targets.includes(first.target) ? [id] : []));
  const message = `Kernel '${first.id}' is written in ${first.target}, which ${backends ? `backend ${backends.join(' or ')} does not run` : 'no installed backend runs'}.`;
  if (backends)
    throw usageError(
      message,
      `Leave out --backend${able.length === 0 ? '' : `, or write --backend ${able.join(',')}`}.`,
    );
  throw new CliError(
    EXIT.unavailable,
    message,
    'spmv backends lists those that are not installed, and how to install them.',
  );
}

/** The same of an operation that makes a matrix. Errors: usage too, for what it has no use for. */
function checkedMatrixSelection(
  registry: Registry,
  operation: MatrixOperation,
  selection: CommandSelection,
): CommandSelection {
  const { options = {}, operands = {}, layouts = {}, stored, formats = [], kernels = [] } = selection;
  const { read } = rolesOf(operation, operationOptions(operation, options));
  const words = `Operation '${operation.id}', ${operation.formula},`;
  const astray = Object.keys(operands).find((name) => !read.slice(1).includes(name));
  if (astray !== undefined)
    throw usageError(
      `${words} has no operand '${astray}' to be given${astray === read[0] ? ': it is the matrix itself' : ''}.`,
      read.length === 1 ? 'Leave --operand out.' : `Give with --operand: ${read.slice(1).join(', ')}.`,
    );
  if (Object.keys(layouts).length > 0) throw usageError(`${words} has no dense operand.`, 'Leave --layout out.');
  if (stored) throw usageError(`${words} has values in its precision alone.`, 'Leave --stored out.');
  for (const id of formats) installed(registry, 'format', id);
  const known = matrixKernelsOf(registry, operation, options).map(({ id }) => id);
  const unknown = kernels.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw usageError(`No kernel '${unknown}' here computes operation '${operation.id}'.`, suggestNames(unknown, known));
  checkParams(registry, selection);
  return selection;
}

/**
 * The selection with every name checked; formats narrowed to those of the kernels asked for.
 *
 * Errors: `PLUGIN.UNKNOWN_ID` with the nearest names, `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`.
 */
export function checkedSelection(registry: Registry, asked: CommandSelection): CommandSelection {
  const selection = { ...asked, options: checkedOptions(registry, asked) };
  const operation = anyOperation(registry, asked.operation);
  if (operation.kind === 'matrix-operation') return checkedMatrixSelection(registry, operation, selection);
  checkOperandNames(operation, selection.options, Object.keys(asked.operands ?? {}));
  checkOperandNames(operation, selection.options, Object.keys(asked.layouts ?? {}));
  if (selection.formats && !storesMatrix(operation, selection.options))
    throw usageError(
      `Operation '${operation.id}' has no stored matrix, so it has no use for a format.`,
      'Leave out --format; spmv kernels lists the kernels of each operation.',
    );
  for (const id of selection.formats ?? []) installed(registry, 'format', id);
  const kernels = (selection.kernels ?? []).map((id) => installed(registry, 'kernel', id));
  checkParams(registry, selection);
  checkKernels(registry, selection, kernels);
  if (!selection.kernels || selection.formats || !storesMatrix(operation, selection.options)) return selection;
  return {
    ...selection,
    formats: [...new Set(kernels.flatMap(({ format }) => (format === undefined ? [] : [format])))],
  };
}
